import type { BankLine } from "./line.ts";

/** Returns a name in lower case, without white space and punctuation, because banks and people differ in these. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/[\s()（）·.,，。]/g, "")
    .toLowerCase();

/**
 * Returns true if two payer names may be the same. An empty name fits every name, because some formats of banks omit
 * the name. The names must come from `plainName`.
 */
export const mayBeSame = (a: string, b: string): boolean => a === "" || b === "" || a === b;

/** Largest number of parts of an order number, such as 3 in "S-2605-001". */
const maxParts = 4;

/**
 * Numbers that a line of a bank statement may name: runs of letters and digits that no other letter or digit precedes
 * or follows.
 */
export interface NamedNumbers {
  /** All numbers that the line may name (such as numbers of orders and customers), with their letters in capitals. */
  readonly all: ReadonlySet<string>;
  /** Number of further orders that the text adds to an order number: "S2+1" means S2 and one further order. */
  readonly more: ReadonlyMap<string, number>;
}

/** Returns the numbers that the texts of a line may name, such as order numbers, with their letters in capitals. */
export function numbersIn(line: Pick<BankLine, "remark" | "reference">): NamedNumbers {
  const text = `${line.remark} ${line.reference}`.normalize("NFKC").toUpperCase();
  const parts = [...text.matchAll(/[A-Z0-9]+/g)].map((m) => ({ from: m.index, to: m.index + m[0].length }));
  const all = new Set<string>();
  const more = new Map<string, number>();
  parts.forEach(({ from }, i) => {
    for (const { to } of parts.slice(i, i + maxParts)) {
      const number = text.slice(from, to);
      all.add(number);
      const [, count] = /^\s*\+\s*(\d{1,3})(?![A-Z0-9])/.exec(text.slice(to, to + 20)) ?? [];
      if (count !== undefined) more.set(number, Number(count));
    }
  });
  return { all, more };
}
