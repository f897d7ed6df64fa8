import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { indicator, indicatorBy, type Parts } from "./indicator.rules.ts";

/** An indicator's figure and the sums (`parts`) from which it is computed. `value` is null if the divisor is 0. */
const figure = { value: field.decimal(2), parts: output.json<Parts>({ shape: { map: "number" } }) };

/**
 * Computes one of the six operating indicators for a period. The caller needs the right Q on that indicator's screen.
 */
export const indicatorFigures = defineCommand({
  type: "rf_Indicator",
  isReport: true,
  access: right(menus.setCountIndicator, "Q", {
    others: [
      menus.cycleIndicator,
      menus.returnsIndicator,
      menus.utilizationIndicator,
      menus.idleIndicator,
      menus.movesIndicator,
    ],
  }),
  input: {
    indicator: field.choice(indicator, { required: true }),
    /** First day of the period in the tenant's zone, inclusive. */
    periodFrom: field.date({ required: true }),
    /** Last day of the period in the tenant's zone, inclusive. */
    periodTo: field.date({ required: true }),
    indicatorBy: field.choice(indicatorBy, { wire: "GROUP_BY", required: true }),
    plantId: field.text(50),
    oemId: field.text(50),
    makerId: field.text(50),
    projectNo: field.text(50),
    moldNo: field.text(50),
  },
  output: {
    target: field.decimal(2, { required: true }),
    now: output.nested(figure),
    /** The indicator's figure in the preceding period of equal length, for comparison. */
    before: output.nested(figure),
    /**
     * The indicator's figure in each interval of the period: day, week or month. `time` is the beginning of the
     * interval in the tenant's zone.
     */
    times: output.rows({ time: field.time({ required: true }), ...figure }),
    groups: output.rows({
      key: field.text(50, { required: true }),
      name: field.text(100),
      ...figure,
      before: field.decimal(2),
    }),
    /** Sums that describe the present moment, not the period: for example the number of molds that are idle now. */
    current: output.json<Parts>({ wire: "STANDING", shape: { map: "number" } }),
  },
});
export type IndicatorAnswer = CommandOutput<typeof indicatorFigures>;

/** Records the reason for which a mold came back to a mold maker. */
export const noteReturn = defineCommand({
  type: "rf_NoteReturn",
  access: right(menus.returnsIndicator, "M"),
  input: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    visitFrom: field.time({ required: true }),
    visitReason: field.text(200, { required: true }),
  },
  output: output.optional({}),
});
