import { defineEnum, field, type OutputOf, output } from "../kernel/index.ts";
import { warningKind } from "../warning/warning.entity.ts";

/**
 * Change of a warning by a command:
 * - `opens`, `closes`: the command opens the warning, or closes the open warning.
 * - `added`, `withdrawn`: the warning has already ended. The command adds it to the history, or removes it.
 */
export const warningChange = defineEnum("warningChange", {
  opens: "opens",
  closes: "closes",
  added: "added",
  withdrawn: "withdrawn",
});

/**
 * Replacement of a mold's counter: estimate of the shots that no counter counted, from the last known count of the old
 * counter to the binding of the new one. Computed from the mold's earlier shots per hour. Null if this period is
 * shorter than a minute.
 */
const missed = output.optional({
  from: field.time({ wire: "FROM_TIME", required: true }),
  to: field.time({ wire: "TO_TIME", required: true }),
  shots: field.int({ required: true, unit: "shots" }),
  /** Number of hours before the uncounted period (which begins at `from`) whose shots give the mean shots per hour. */
  pastHours: field.int({ required: true, unit: "h" }),
  /** Number of hours in which the mold made shots, among the `pastHours` before the uncounted period. */
  runningHours: field.int({ required: true, unit: "h" }),
  /** Mean shots of a running hour. */
  hourlyShots: field.decimal(1, { required: true, unit: "shots" }),
  /** True if the command adds the estimate to the mold's total. */
  isAdded: field.flag({ required: true }),
});

/**
 * Changes that a command would make to the totals of molds, to the shots of days and orders, and to warnings. Contains
 * only molds that the caller may see.
 */
export const countPreview = {
  molds: output.rows({
    moldNo: field.text(50, { required: true }),
    moldName: field.text(100),
    before: field.int({ wire: "SHOTS_BEFORE", required: true, unit: "shots" }),
    after: field.int({ wire: "SHOTS_AFTER", required: true, unit: "shots" }),
    /**
     * First day (`firstDay`) and last day (`lastDay`) whose number of shots changes, in the tenant's zone. `days` is
     * the number of such days.
     */
    firstDay: field.date(),
    lastDay: field.date(),
    days: field.int({ required: true }),
  }),
  /** Number of days on which the number of shots of any mold changes. */
  days: field.int({ required: true }),
  orders: output.rows({
    orderId: field.text(50, { required: true }),
    moldNo: field.text(50, { required: true }),
    before: field.int({ wire: "SHOTS_BEFORE", required: true, unit: "shots" }),
    after: field.int({ wire: "SHOTS_AFTER", required: true, unit: "shots" }),
  }),
  warnings: output.rows({
    kind: field.choice(warningKind, { wire: "WARN_KIND", required: true }),
    change: field.choice(warningChange, { required: true }),
    moldNo: field.text(50),
    writerId: field.text(50),
    openedAt: field.time({ wire: "OPEN_TIME", required: true }),
  }),
  missed,
  /** Number of molds that change and are not in `molds`, because the caller may not see them. */
  hidden: field.int({ required: true }),
} as const;

export type CountPreview = OutputOf<typeof countPreview>;
