import type { BankLine } from "./line.ts";

/** Returns a name without white space, punctuation and capital letters, because banks and people differ in these. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/[\s()（）·.,，。]/g, "")
    .toLowerCase();

/** Returns true if two payers may be the same: banks leave the name out in some formats. Names as of `plainName`. */
export const mayBeSame = (a: string, b: string): boolean => a === "" || b === "" || a === b;

/** Largest number of parts of an order number, such as 3 in "S-2605-001". */
const maxParts = 4;

/** Numbers that a text may name: runs of letters and digits, which no further letter or digit touches. */
export interface NamedNumbers {
  /** Numbers in capital letters. */
  readonly all: ReadonlySet<string>;
  /** How many more orders the text names after a number: "S2+1" names S2 and one more. */
  readonly more: ReadonlyMap<string, number>;
}

/** Returns the numbers that the texts of a line may name. */
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
