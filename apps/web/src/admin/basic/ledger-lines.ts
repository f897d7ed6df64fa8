import type { Explanation } from "@shotkeeper/contract/basic";

/** A summand of a mold's count. */
export type LedgerLine =
  | { readonly kind: "opening"; readonly shots: number }
  | { readonly kind: "binding"; readonly shots: number; readonly binding: Explanation["BINDINGS"][number] }
  | {
      readonly kind: "correction";
      readonly shots: number;
      readonly correction: Explanation["CORRECTIONS"][number];
    };

export interface LedgerSum {
  readonly lines: readonly LedgerLine[];
  /** Of the lines, added up here: it must be the ledger's own total. */
  readonly sum: number;
  readonly addsUp: boolean;
}

/** The parts of a count in the order in which they came to be, the newest last. */
export function ledgerSum(e: Explanation): LedgerSum {
  const dated: (readonly [at: number, line: LedgerLine])[] = [
    ...e.BINDINGS.map(
      (b) => [Date.parse(b.BIND_TIME), { kind: "binding", shots: b.SHOTS, binding: b }] as const,
    ),
    ...e.CORRECTIONS.map(
      (c) => [Date.parse(c.CREATED_DATE), { kind: "correction", shots: c.QTY, correction: c }] as const,
    ),
  ];
  dated.sort((a, b) => a[0] - b[0]);
  const lines: LedgerLine[] = [{ kind: "opening", shots: e.OPENING }, ...dated.map(([, line]) => line)];
  const sum = lines.reduce((total, l) => total + l.shots, 0);
  return { lines, sum, addsUp: sum === e.TOTAL };
}
