import { type CauseChoice, causeFigure } from "@shotkeeper/contract/board";
import { type CauseCount, causeBy, moldCause, moldSymptom } from "@shotkeeper/contract/indicator";
import { type EnumDef, type EnumName, nameOf } from "@shotkeeper/contract/kernel";
import { useMemo } from "react";
import { useSearchParams } from "react-router";

function read(params: URLSearchParams): CauseChoice {
  const of = <D extends EnumDef>(d: D, param: string) =>
    (Object.keys(d.values) as EnumName<D>[]).find((name) => name === params.get(param));
  return {
    by: of(causeBy, "by") ?? "maker",
    group: params.get("group") ?? undefined,
    symptom: of(moldSymptom, "symptom"),
    cause: of(moldCause, "cause"),
  };
}

/**
 * Returns the selection on the screen of causes, its setter, and the conditions of the list of molds. The URL stores
 * the selection.
 */
export function useCauseChoice() {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  return useMemo(() => {
    const choice = read(new URLSearchParams(text));
    const put = (more: Partial<CauseChoice>) =>
      setParams(causeFigure({ ...choice, ...more }).path.split("?")[1] ?? "", { replace: true });
    return { choice, put, fixed: causeFigure(choice).where };
  }, [text, setParams]);
}

/**
 * Returns true if the user's selection includes the molds that `c` counts: molds of one group with one symptom and one
 * cause. Ignores the part `but` of the selection, so that a chart of groups, for example, still shows all groups.
 */
export function isChosen(c: CauseCount, choice: CauseChoice, but: "group" | "symptom" | "cause"): boolean {
  return (
    (but === "group" || choice.group === undefined || c.key === choice.group) &&
    (but === "symptom" || !choice.symptom || nameOf(moldSymptom, c.symptom) === choice.symptom) &&
    (but === "cause" || !choice.cause || nameOf(moldCause, c.moldCause) === choice.cause)
  );
}

export const sumOf = (counts: readonly CauseCount[]): number => counts.reduce((n, c) => n + c.molds, 0);
