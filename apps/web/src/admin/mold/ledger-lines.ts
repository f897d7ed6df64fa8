import type { Explanation } from "@shotkeeper/contract/mold";

/** Summand of a mold's total shots: the opening count, a binding or a correction. */
export type LedgerLine =
  | { readonly kind: "opening"; readonly shots: number }
  | { readonly kind: "binding"; readonly shots: number; readonly binding: Explanation["bindings"][number] }
  | {
      readonly kind: "correction";
      readonly shots: number;
      readonly correction: Explanation["corrections"][number];
    };

export interface LedgerSum {
  readonly lines: readonly LedgerLine[];
  /** Sum of the shots in `lines`. */
  readonly sum: number;
  readonly addsUp: boolean;
}

/** Returns the summands of a mold's total: the opening count first, then bindings and corrections by time. */
export function ledgerSum(e: Explanation): LedgerSum {
  const dated: (readonly [at: number, line: LedgerLine])[] = [
    ...e.bindings.map(
      (b) => [Date.parse(b.bindTime), { kind: "binding", shots: b.shots, binding: b }] as const,
    ),
    ...e.corrections.map(
      (c) => [Date.parse(c.createdDate), { kind: "correction", shots: c.qty, correction: c }] as const,
    ),
  ];
  dated.sort((a, b) => a[0] - b[0]);
  const lines: LedgerLine[] = [{ kind: "opening", shots: e.opening }, ...dated.map(([, line]) => line)];
  const sum = lines.reduce((total, l) => total + l.shots, 0);
  return { lines, sum, addsUp: sum === e.total };
}
