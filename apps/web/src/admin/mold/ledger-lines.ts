import type { Explanation } from "@shotkeeper/contract/mold";

/** A summand of a mold's count. */
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
  /** Sum of the lines. It must equal the total of the ledger. */
  readonly sum: number;
  readonly addsUp: boolean;
}

/** Returns the parts of a mold's total by time, the newest last. */
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
