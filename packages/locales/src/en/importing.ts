import type { Texts } from "../types.ts";
import type { importing as model } from "../zh-CN/importing.ts";
import { counted } from "./plural.ts";

export const importing: Texts<typeof model> = {
  action: "Import",
  done: (n) => `${counted(n, "row")} imported`,
};
