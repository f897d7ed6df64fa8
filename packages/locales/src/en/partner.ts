import type { Texts } from "../types.ts";
import type { partner as model } from "../zh-CN/partner.ts";

export const partner: Texts<typeof model> = {
  plantHint: "Record which injection plants an OEM works with.",
  makerHint: "Record which mold makers an OEM works with.",
};
