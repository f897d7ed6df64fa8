import type { orderStat, paymentStat } from "@shotkeeper/contract/enumerations";
import type { EnumName } from "@shotkeeper/contract/kernel";
import type { Tone } from "@shotkeeper/ui/app";

export const saleTones: Readonly<Record<EnumName<typeof orderStat>, Tone>> = {
  created: "neutral",
  voucherUploaded: "attention",
  financeConfirmed: "info",
  shipping: "info",
  finished: "good",
  cancelled: "neutral",
};

export const paymentTones: Readonly<Record<EnumName<typeof paymentStat>, Tone>> = {
  waiting: "attention",
  confirmed: "good",
  rejected: "bad",
  replaced: "neutral",
};
