import { outputBucket, outputBy } from "@shotkeeper/contract/production";
import dayjs, { type Dayjs } from "dayjs";
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
 * Returns the choices of the output screen and their setters. The URL holds them, so that a user can share the view.
 */
export function useOutputChoice() {
  const [params, setParams] = useSearchParams();
  const [fromDay, toDay] = [params.get("from"), params.get("to")];
  const period = useMemo<readonly [Dayjs, Dayjs]>(() => {
    const [a, b] = [dayjs(fromDay ?? undefined), dayjs(toDay ?? undefined)];
    const end = toDay && b.isValid() ? b : dayjs();
    return [
      fromDay && a.isValid() ? a.startOf("day") : end.subtract(13, "day").startOf("day"),
      end.endOf("day"),
    ];
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
