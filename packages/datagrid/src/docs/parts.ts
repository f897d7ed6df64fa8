import type { GridColumn } from "../plain/index.ts";

/** A row of the sample data in the examples. */
export interface Part {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly weight: number;
  readonly made: string;
}

const names = ["Bumper", "Grille", "Door panel", "Clip"];
const states = [
  { value: "running", label: "Running", color: "#389e0d" },
  { value: "idle", label: "Idle", color: "#d48806" },
];

/** Returns row `n`, counted from 0. */
export const partOf = (n: number): Part => ({
  id: `P-${String(n + 1).padStart(5, "0")}`,
  name: names[n % names.length] ?? "",
  state: states[n % 3 === 0 ? 1 : 0]?.value ?? "",
  weight: ((n * 37) % 900) + 0.5,
  made: `2026-03-${String((n % 28) + 1).padStart(2, "0")}`,
});

export const partsOf = (count: number): Part[] => Array.from({ length: count }, (_, n) => partOf(n));

export const rowKey = (row: Part): string => row.id;

export const columns: readonly GridColumn<Part>[] = [
  { key: "id", title: "Part no.", type: "text", width: 110, pin: "left", fixed: true },
  { key: "name", title: "Name", type: "text" },
  { key: "state", title: "State", type: "choice", options: states },
  { key: "weight", title: "Weight", unit: "g", type: "number", decimals: 1, sum: true },
  { key: "made", title: "Made on", type: "date" },
];
