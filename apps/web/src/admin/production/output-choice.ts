import { outputBucket, outputBy } from "@shotkeeper/contract/production";
import { wallClock, wallDay } from "@shotkeeper/ui/time";
import type { Dayjs } from "dayjs";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Measure } from "./pivot.ts";

export type By = keyof typeof outputBy.values;
export type Bucket = keyof typeof outputBucket.values;
export const measures: readonly Measure[] = ["shots", "parts", "weight", "estimated"];

function oneOf<T extends string>(list: readonly T[], value: string | null, other: T): T {
  return list.find((x) => x === value) ?? other;
}

/**
 * Returns the choices of the output screen and their setters. The URL stores the choices, so that a user can share the
 * view.
 */
export function useOutputChoice() {
  const [params, setParams] = useSearchParams();
  const [fromDay, toDay] = [params.get("from"), params.get("to")];
  const period = useMemo<readonly [Dayjs, Dayjs]>(() => {
    const end = wallDay(toDay) ?? wallClock().startOf("day");
    return [wallDay(fromDay) ?? end.subtract(13, "day"), end];
  }, [fromDay, toDay]);
  const put = (values: Readonly<Record<string, string>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    by: oneOf(Object.keys(outputBy.values) as By[], params.get("by"), "plant"),
    bucket: oneOf(Object.keys(outputBucket.values) as Bucket[], params.get("per"), "day"),
    measure: oneOf(measures, params.get("show"), "parts"),
    period,
    put,
    setPeriod: (a: Dayjs, b: Dayjs) => put({ from: a.format("YYYY-MM-DD"), to: b.format("YYYY-MM-DD") }),
  };
}
