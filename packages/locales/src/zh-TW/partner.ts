import type { Texts } from "../types.ts";
import type { partner as model } from "../zh-CN/partner.ts";

export const partner: Texts<typeof model> = {
  plantHint: "記下主機廠與哪些射出廠合作，從第一對開始。",
  makerHint: "記下主機廠與哪些模具廠合作，從第一對開始。",
};
