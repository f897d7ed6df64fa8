import type { Texts } from "../types.ts";
import type { output as model } from "../zh-CN/output.ts";

export const output: Texts<typeof model> = {
  period: "Period",
  last7: "Last 7 days",
  last30: "Last 30 days",
  last12: "Last 12 months",
  total: "Total",
  none: "Not given",
  chart: "Output over time",
  others: (n) => `${n} others`,
  pivot: "Output table",
  days: "Day by day",
  noneTitle: "No output in this period",
  noneHint: "Pick another period, or see that counters are bound and report.",
  estimatedNote:
    "Between two reports an hour began: shots are spread evenly over the hours. Totals are exact; days hardly move.",
  partsNote: "Parts = shots × cavities; weight = parts × part weight",
};
