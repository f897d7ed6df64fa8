import { type CommandOutput, defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { indicator, indicatorBy, type Parts } from "./indicator.rules.ts";

/** A figure with the sums from which it is computed; null where there is nothing to divide by. */
const figure = { value: field.decimal(2), parts: output.json<Parts>() };

/** Answers one of the six indicators. The caller needs Q on the screen of that indicator. */
export const indicatorFigures = defineCommand({
  type: "rf_Indicator",
  access: right(menus.setCountIndicator, "Q", [
    menus.cycleIndicator,
    menus.returnsIndicator,
    menus.utilizationIndicator,
    menus.idleIndicator,
    menus.movesIndicator,
  ]),
  input: {
    indicator: field.choice(indicator, { required: true }),
    /** First and last day in the tenant's zone, both inclusive. */
    periodFrom: field.date({ required: true }),
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
    /** The previous period of the same length. */
    before: output.nested(figure),
    /** The figure by day, week or month; `time` is its beginning in the tenant's zone. */
    times: output.rows({ time: field.time({ required: true }), ...figure }),
    groups: output.rows({
      key: field.text(50, { required: true }),
      name: field.text(100),
      ...figure,
      before: field.decimal(2),
    }),
    /** Figures of this moment, such as the molds that are idle now. */
    current: output.json<Parts>({ wire: "STANDING" }),
  },
});
export type IndicatorAnswer = CommandOutput<typeof indicatorFigures>;

/** Records why a mold went back to its maker. */
export const noteReturn = defineCommand({
  type: "rf_NoteReturn",
  access: right(menus.returnsIndicator, "M"),
  input: {
    moldNo: field.text(50, { required: true }),
    visitFrom: field.time({ required: true }),
    visitReason: field.text(200, { required: true }),
  },
  output: output.optional({}),
});
