const rules = new Intl.PluralRules("en");

/** Returns the singular or plural form for a number. */
export const plural = (count: number, one: string, other: string): string =>
  rules.select(count) === "one" ? one : other;

/** Returns the number with its noun: "1 row", "2 rows". */
export const counted = (count: number, one: string, other = `${one}s`): string =>
  `${count} ${plural(count, one, other)}`;
