import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { count, moldPlaces, percent, shots, states } from "./parts.ts";

/** Returns the figures of the workplace, which is the first page after log-in (menu DB101). */
export const workplaceFigures = defineCommand({
  type: "rf_Workplace",
  isReport: true,
  access: right(menus.workplace, "Q"),
  input: {},
  output: {
    inService: count,
    states,
    shotsToday: shots,
    /** Shots made yesterday from midnight up to the present time of day, for comparison with today's shots. */
    shotsYesterday: shots,
    utilization: percent,
    /** Number of open warnings by kind. */
    warnings: output.keyed<number>({ shape: "number" }),
    /** Number of overdue milestones of new molds. The key is the menu id of the screen that lists these milestones. */
    lateMilestones: output.keyed<number>({ shape: "number" }),
    days: output.rows({ day: field.date({ required: true }), shots }),
    compliance: output.rows({
      plantId: field.text(50, { required: true }),
      plant: field.text(100, { required: true }),
      rate: percent,
      shots,
    }),
    places: moldPlaces,
  },
});
export type WorkplaceFigures = CommandOutput<typeof workplaceFigures>;
