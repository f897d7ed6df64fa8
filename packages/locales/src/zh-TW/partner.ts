import type { Texts } from "../types.ts";
import type { partner as model } from "../zh-CN/partner.ts";

export const partner: Texts<typeof model> = {
  plantHint: "登錄主機廠與哪些射出廠合作。",
  makerHint: "登錄主機廠與哪些模具廠合作。",
};
