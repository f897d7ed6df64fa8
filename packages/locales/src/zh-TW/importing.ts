import type { Texts } from "../types.ts";
import type { importing as model } from "../zh-CN/importing.ts";

export const importing: Texts<typeof model> = {
  action: "匯入",
  done: (n) => `已匯入 ${n} 列`,
};
