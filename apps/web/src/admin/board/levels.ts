export type Level = "good" | "attention" | "bad" | undefined;

/** Returns the level of a percentage whose high values are good: good from 95 %, attention from 85 %, bad below. */
export function shareLevel(value: number | null): Level {
  if (value === null) return undefined;
  return value >= 95 ? "good" : value >= 85 ? "attention" : "bad";
}

/** Returns the level of a mold's used life, %: attention from 90 %, bad from 100 %. */
export function lifeLevel(value: number | null): Level {
  if (value === null) return undefined;
  return value >= 100 ? "bad" : value >= 90 ? "attention" : undefined;
}
