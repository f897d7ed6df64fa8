import type { Texts } from "../types.ts";
import type { importing as model } from "../zh-CN/importing.ts";

export const importing: Texts<typeof model> = {
  action: "Import",
  done: (n) => (n === 1 ? "1 row imported" : `${n} rows imported`),
};
