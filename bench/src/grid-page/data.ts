export type Row = Record<string, string | number | boolean>;

const NAMES = ["Bumper", "Grille", "Door panel", "Lamp housing", "Clip", "仪表板骨架", "前保险杠", "水箱盖"];
export const STATES = ["Running", "Idle", "In repair", "Removed"];

/** Computes a row from its number. So all grid libraries get the same rows, and a million rows need no memory. */
export function rowOf(n: number): Row {
  const noise = Math.abs(Math.sin(n * 12.9898) * 43758.5453) % 1;
  const day = `2025-${String((n % 12) + 1).padStart(2, "0")}-${String((n % 28) + 1).padStart(2, "0")}`;
  const row: Row = {
    id: `P-${String(n + 1).padStart(7, "0")}`,
    name: `${NAMES[n % NAMES.length]} ${n % 97}`,
    maker: `Maker ${n % 41}`,
    state: STATES[Math.floor(noise * 4)] ?? "Idle",
    made: day,
    seen: `${day} ${String(n % 24).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}:00`,
  };
  for (let m = 0; m < 24; m++) row[`m${m}`] = Math.round(((noise * (m + 3) * 170) % 10_000) * 100) / 100;
  return row;
}

export const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, n) => rowOf(n));

/** Names of the fields, in the order of the columns. */
export const fields = [
  "id",
  "name",
  "maker",
  "state",
  "made",
  "seen",
  ...Array.from({ length: 24 }, (_, m) => `m${m}`),
];
export const numbers = fields.slice(6);

/** Simulated latency of the server, ms. */
const LATENCY = 60;
export const MILLION = 1_000_000;

/** Number of requests for rows (`fetchRows`), and how many of them the grid aborted (`dropped`). */
export const traffic = { requests: 0, dropped: 0 };

/** Returns rows from a simulated server, after its latency. The grids load a million rows in parts by this function. */
export async function fetchRows(offset: number, limit: number, signal?: AbortSignal): Promise<Row[]> {
  traffic.requests++;
  signal?.addEventListener("abort", () => traffic.dropped++);
  await new Promise((resolve) => setTimeout(resolve, LATENCY));
  signal?.throwIfAborted();
  const count = Math.max(0, Math.min(limit, MILLION - offset));
  return Array.from({ length: count }, (_, i) => rowOf(offset + i));
}
