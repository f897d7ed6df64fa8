import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { count, moldPlaces, percent, states } from "./parts.ts";

/** Shots of a day, or null if they are not known yet. */
const knownShots = field.int({ unit: "shots" });

/** Returns the figures of the workplace, which is the first page after log-in (menu DB101). */
export const workplaceFigures = defineCommand({
  type: "rf_Workplace",
  isReport: true,
  access: right(menus.workplace, "Q"),
  input: {},
  output: {
    inService: count,
    states,
    /** Null: not known yet (`unknownDays`). */
    shotsToday: knownShots,
    /**
     * Shots made yesterday from midnight up to the present time of day, for comparison with today's shots. Null: not
     * known yet.
     */
    shotsYesterday: knownShots,
    utilization: percent,
    /** Number of open warnings by kind. */
    warnings: output.keyed<number>({ shape: "number" }),
    /** Number of overdue milestones of new molds. The key is the menu id of the screen that lists these milestones. */
    lateMilestones: output.keyed<number>({ shape: "number" }),
    /** Shots by day. Null: not known yet. */
    days: output.rows({ day: field.date({ required: true }), shots: knownShots }),
    /**
     * Number of days whose figures are still being computed, for example after an import. The compliance leaves out
     * these days.
     */
    unknownDays: count,
    compliance: output.rows({
      plantId: field.text(50, { required: true }),
      plant: field.text(100, { required: true }),
      rate: percent,
      shots: knownShots,
    }),
    places: moldPlaces,
  },
});
export type WorkplaceFigures = CommandOutput<typeof workplaceFigures>;
