export type Level = "good" | "attention" | "bad" | undefined;

/** Level of a share, %, that should be high. */
export function shareLevel(value: number | null): Level {
  if (value === null) return undefined;
  return value >= 95 ? "good" : value >= 85 ? "attention" : "bad";
}

/** Level of the used life, %. */
export function lifeLevel(value: number | null): Level {
  if (value === null) return undefined;
  return value >= 100 ? "bad" : value >= 90 ? "attention" : undefined;
}
