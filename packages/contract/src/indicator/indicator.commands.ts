import { defineCommand, field } from "../kernel/index.ts";
import { indicator, indicatorBy, type Parts } from "./indicator.rules.ts";

export interface IndicatorFigure {
  readonly VALUE: number | null;
  /** The sums behind it. */
  readonly PARTS: Parts;
}

export interface IndicatorAnswer {
  readonly TARGET: number;
  readonly NOW: IndicatorFigure;
  /** The period before, as long as this one. */
  readonly BEFORE: IndicatorFigure;
  /** Beginning of the day, week or month in the tenant's zone. */
  readonly TIMES: readonly (IndicatorFigure & { readonly TIME: string })[];
  readonly GROUPS: readonly (IndicatorFigure & {
    readonly KEY: string;
    readonly NAME: string | null;
    readonly BEFORE: number | null;
  })[];
  /** How it stands at this moment, where that is another figure: molds idle now, life used up. */
  readonly STANDING: Parts;
}

/** One of the six indicators: figure, trend, course, and what it is ranked by. Q of its own screen is asked for. */
export const indicatorFigures = defineCommand<IndicatorAnswer>()({
  type: "rf_Indicator",
  right: { menu: "KP101", also: ["KP102", "KP103", "KP104", "KP105", "KP106"], action: "Q" },
  input: {
    indicator: field.choice(indicator, { required: true }),
    /** Days of the tenant's zone, both inclusive. */
    periodFrom: field.date({ required: true }),
    periodTo: field.date({ required: true }),
    indicatorBy: field.choice(indicatorBy, { wire: "GROUP_BY", required: true }),
    plantId: field.text(50),
    oemId: field.text(50),
    makerId: field.text(50),
    projectNo: field.text(50),
    moldNo: field.text(50),
  },
});

/** Why a mold went back to its maker, as people say it. */
export const noteReturn = defineCommand<null>()({
  type: "rf_NoteReturn",
  right: { menu: "KP103", action: "M" },
  input: {
    moldNo: field.text(50, { required: true }),
    stayFrom: field.time({ required: true }),
    stayReason: field.text(200, { required: true }),
  },
});
