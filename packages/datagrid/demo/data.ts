import type { GridColumn, GridPage, GridRequest, GridSource } from "../src/antd/index.ts";
import { ArrayView } from "../src/core/index.ts";

export interface Part {
  id: string;
  name: string;
  maker: string;
  state: string;
  weight: number;
  price: number;
  count: number;
  made: string;
  seen: string;
  approved: boolean;
  [extra: `m${number}`]: number | undefined;
}

const NAMES = ["Bumper", "Grille", "Door panel", "Lamp housing", "Clip", "仪表板骨架", "前保险杠", "水箱盖"];
const MAKERS = ["Ningbo Precision", "Taizhou Mould", "华峰模具", "Suzhou Tooling", "Great Wall"];
const STATES = [
  { value: "running", label: "Running", color: "#389e0d" },
  { value: "idle", label: "Idle", color: "#d48806" },
  { value: "repair", label: "In repair", color: "#cf1322" },
  { value: "removed", label: "Removed", color: "#8c8c8c" },
];

/** Computes row `n` of the demo from its number, so that a million rows need no memory. */
function part(n: number): Part {
  const noise = Math.abs(Math.sin(n * 12.9898) * 43758.5453) % 1;
  const day = new Date(Date.UTC(2024, 0, 1 + (n % 700))).toISOString().slice(0, 10);
  const row: Part = {
    id: `P-${String(n + 1).padStart(7, "0")}`,
    name: `${NAMES[n % NAMES.length]} ${n % 97}`,
    maker: MAKERS[(n * 7) % MAKERS.length] ?? "",
    state: STATES[Math.floor(noise * 4)]?.value ?? "idle",
    weight: Math.round(noise * 90_000) / 10,
    price: Math.round(noise * 1e6 - 50_000) / 100,
    count: Math.floor(noise * 2_000_000),
    made: day,
    seen: `${day} ${String(n % 24).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}:00`,
    approved: noise > 0.4,
  };
  for (let m = 0; m < 20; m++) row[`m${m}`] = Math.round(((noise * (m + 3) * 17) % 100) * 100) / 100;
  return row;
}

export const columns: GridColumn<Part>[] = [
  { key: "id", title: "Part no.", type: "text", width: 120, pin: "left", fixed: true },
  { key: "name", title: "Name", type: "text", width: 150 },
  { key: "state", title: "State", type: "choice", options: STATES },
  { key: "maker", title: "Maker", type: "text", width: 150 },
  { key: "weight", title: "Weight", unit: "g", type: "number", decimals: 1, width: 110 },
  { key: "price", title: "Margin", unit: "CNY", type: "number", decimals: 2, width: 120 },
  { key: "count", title: "Shots", type: "number", width: 120, sum: true },
  { key: "made", title: "Made on", type: "date" },
  { key: "seen", title: "Last seen", type: "time" },
  { key: "approved", title: "Approved", type: "flag", width: 90 },
  ...Array.from({ length: 20 }, (_, m): GridColumn<Part> => {
    return { key: `m${m}`, title: `Sensor ${m + 1}`, unit: "°C", type: "number", decimals: 2, width: 116 };
  }),
];

export const rows = (count: number): Part[] => Array.from({ length: count }, (_, n) => part(n));

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** A data source with a million rows, which are computed when the grid requests them. It ignores filters and sort. */
export const million: GridSource<Part> = {
  async load({ offset, limit }, signal) {
    await delay(60, signal);
    const count = Math.max(0, Math.min(limit, 1_000_000 - offset));
    return { rows: Array.from({ length: count }, (_, at) => part(offset + at)), total: 1_000_000 };
  },
};

/** Simulates a server with 500 rows. It filters, sorts and sums. While `failing` is true, every request fails. */
export class FakeServer implements GridSource<Part> {
  failing = false;
  #all = rows(500);

  async load(
    { offset, limit, filters, sort, search }: GridRequest,
    signal: AbortSignal,
  ): Promise<GridPage<Part>> {
    await delay(250, signal);
    if (this.failing) throw new Error("503");
    const view = new ArrayView(this.#all, columns, (row) => row.id);
    view.setQuery({ filters, sort, ...(search ? { search } : {}) });
    return { ...(await view.page(offset, limit)), totals: { ...view.totals } };
  }
}
