import type { Texts } from "../types.ts";
import type { system as model } from "../zh-CN/system.ts";

export const system: Texts<typeof model> = {
  log: {
    allTargets: "All objects",
    changed: "What changed",
    emptyHint: "What is added, changed and deleted, and who logs in, is kept here. Nobody can alter it.",
    title: (action, target) => `${action} · ${target}`,
    nothing: "No field changed here",
    was: "Before",
    is: "After",
    targets: { session: "Log-in", SYS_DICT_ITEM: "Dictionary items", QUARANTINE: "Held readings" },
  },
};
