import type { orderStat } from "@shotkeeper/contract/enumerations";
import type { EnumName } from "@shotkeeper/contract/kernel";
import type { Tone } from "@shotkeeper/ui/app";

export const saleTones: Readonly<Record<EnumName<typeof orderStat>, Tone>> = {
  created: "neutral",
  voucherUploaded: "attention",
  financeConfirmed: "info",
  shipping: "info",
  finished: "good",
};
