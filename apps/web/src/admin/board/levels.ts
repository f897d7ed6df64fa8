export type Level = "good" | "attention" | "bad" | undefined;

/** A share that ought to be high. */
export function shareLevel(value: number | null): Level {
  if (value === null) return undefined;
  return value >= 95 ? "good" : value >= 85 ? "attention" : "bad";
}

/** A life that is used up. */
export function lifeLevel(value: number | null): Level {
  if (value === null) return undefined;
  return value >= 100 ? "bad" : value >= 90 ? "attention" : undefined;
}
