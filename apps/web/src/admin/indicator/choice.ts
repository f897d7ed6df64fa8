import { indicatorBy } from "@shotkeeper/contract/indicator";
import type { Condition } from "@shotkeeper/contract/kernel";
import { wallClock, wallDay } from "@shotkeeper/ui/time";
import type { Dayjs } from "dayjs";
import { useMemo } from "react";
import { useSearchParams } from "react-router";

export type By = keyof typeof indicatorBy.values;
const scopes = ["plantId", "oemId", "makerId", "projectNo", "moldNo"] as const;
export type Scope = (typeof scopes)[number];

/** For each grouping of the ranking: the filter that a click on a row of the ranking sets. */
export const scopeOf: Readonly<Record<By, Scope>> = {
  plant: "plantId",
  oem: "oemId",
  maker: "makerId",
  project: "projectNo",
  mold: "moldNo",
};

const usualDays = 30;
const dayFormat = "YYYY-MM-DD";

/**
 * Returns the choices on an indicator's screen (period, scope and grouping) and their setter. The URL stores the
 * choices, so that a user can share the view.
 */
export function useIndicatorChoice() {
  const [params, setParams] = useSearchParams();
  const [fromDay, toDay] = [params.get("from"), params.get("to")];
  const period = useMemo<readonly [Dayjs, Dayjs]>(() => {
    const end = wallDay(toDay) ?? wallClock().startOf("day");
    const begin = wallDay(fromDay);
    return [begin && !begin.isAfter(end) ? begin : end.subtract(usualDays - 1, "day"), end];
  }, [fromDay, toDay]);
  const requested = params.get("by");
  const by = (Object.keys(indicatorBy.values) as By[]).find((b) => b === requested) ?? "plant";
  const scopeText = scopes.map((s) => params.get(s) ?? "").join("\n");
  const scope = useMemo(() => {
    const values = scopeText.split("\n");
    return Object.fromEntries(
      scopes.flatMap((s, i) => (values[i] ? [[s, values[i]] as const] : [])),
    ) as Readonly<Partial<Record<Scope, string>>>;
  }, [scopeText]);
  const put = (values: Readonly<Record<string, string | undefined>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const [periodFrom, periodTo] = [period[0].format(dayFormat), period[1].format(dayFormat)];
  const fixed = useMemo<readonly Condition[]>(
    () => [
      { field: "periodFrom", operator: "EQ", value: periodFrom },
      { field: "periodTo", operator: "EQ", value: periodTo },
      ...Object.entries(scope).map(([field, value]) => ({ field, operator: "EQ" as const, value })),
    ],
    [periodFrom, periodTo, scope],
  );
  return { period, periodFrom, periodTo, by, scope, fixed, put };
}

export type IndicatorChoice = ReturnType<typeof useIndicatorChoice>;
