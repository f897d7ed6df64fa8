import type { Texts } from "../types.ts";
import type { partner as model } from "../zh-CN/partner.ts";

export const partner: Texts<typeof model> = {
  plantHint: "Note which injection plants an OEM works with, beginning with the first.",
  makerHint: "Note which mold makers an OEM works with, beginning with the first.",
};
