import type { Condition, QueryRow } from "@shotkeeper/contract/kernel";
import { milestoneStat, type t0List } from "@shotkeeper/contract/new-mold";

/** Row of a list of milestones. The queries of all these lists have the same columns as `t0List`. */
export type MilestoneRow = QueryRow<typeof t0List>;
export type MilestoneQuery = typeof t0List;

const { open, reported, confirmed } = milestoneStat.values;
const byStat = (value: number): readonly Condition[] => [{ field: "milestoneStat", operator: "EQ", value }];

/**
 * Filters that a user can choose above a list of milestones. The arrays are constants, because QueryGrid loads its rows
 * again whenever it gets a new array.
 */
export const shownBy = {
  all: [] as readonly Condition[],
  behind: [{ field: "isBehind", operator: "EQ", value: true }] as readonly Condition[],
  open: [...byStat(open), { field: "isBehind", operator: "EQ", value: false }] as readonly Condition[],
  reported: byStat(reported),
  confirmed: byStat(confirmed),
} as const;
export type Shown = keyof typeof shownBy;
export const shownNames = Object.keys(shownBy) as readonly Shown[];
