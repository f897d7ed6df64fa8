import type { orderStat, paymentStat } from "@shotkeeper/contract/enumerations";
import type { EnumName } from "@shotkeeper/contract/kernel";
import type { applicationStat, bankState, returnStat } from "@shotkeeper/contract/shop";
import type { Tone } from "@shotkeeper/ui/app";

export const saleTones: Readonly<Record<EnumName<typeof orderStat>, Tone>> = {
  created: "neutral",
  voucherUploaded: "attention",
  financeConfirmed: "info",
  shipping: "info",
  finished: "good",
  cancelled: "neutral",
  awaitingApproval: "attention",
};

export const paymentTones: Readonly<Record<EnumName<typeof paymentStat>, Tone>> = {
  waiting: "attention",
  confirmed: "good",
  rejected: "bad",
  replaced: "neutral",
};

export const returnTones: Readonly<Record<EnumName<typeof returnStat>, Tone>> = {
  requested: "attention",
  approved: "info",
  toSettle: "attention",
  settled: "good",
  refused: "bad",
  withdrawn: "neutral",
};

export const applicationTones: Readonly<Record<EnumName<typeof applicationStat>, Tone>> = {
  waiting: "attention",
  approved: "good",
  refused: "bad",
};

export const bankTones: Readonly<Record<EnumName<typeof bankState>, Tone>> = {
  matched: "good",
  doubt: "attention",
  unmatched: "neutral",
  booked: "info",
  reversal: "bad",
};
