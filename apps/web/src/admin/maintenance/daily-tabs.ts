import type { Condition } from "@shotkeeper/contract/kernel";
import { taskTab } from "@shotkeeper/contract/maintenance";

export type TabName = keyof typeof taskTab.values;

const inTab = (name: TabName): readonly Condition[] => [
  { field: "tab", operator: "EQ", value: taskTab.values[name] },
];

/**
 * Filter of each tab. The arrays are constants, because QueryGrid loads its rows again whenever it gets a new array.
 */
export const conditions: Readonly<Record<TabName, readonly Condition[]>> = {
  today: inTab("today"),
  deferred: inTab("deferred"),
  done: inTab("done"),
};

export const sorts = {
  today: [
    { field: "state", direction: "desc" },
    { field: "raisedAt", direction: "asc" },
  ],
  deferred: [{ field: "deferredUntil", direction: "asc" }],
  done: [{ field: "doneAt", direction: "desc" }],
} as const;
