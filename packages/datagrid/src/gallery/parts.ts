import { ArrayView } from "../core/array-view.ts";
import type { GridPage, GridRequest, GridSource } from "../core/types.ts";
import type { GridColumn } from "../react/props.ts";

export interface Part {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly weight: number | null;
  readonly made: string;
  readonly seen: string;
  readonly approved: boolean;
}

const states = [
  { value: "running", label: "Running", color: "#389e0d" },
  { value: "idle", label: "Idle", color: "#d48806" },
  { value: "repair", label: "In repair", color: "#cf1322" },
];

const two = (n: number): string => String(n).padStart(2, "0");

/** Returns row `n`, counted from 0. The same `n` always gives the same values. */
export const part = (n: number): Part => ({
  id: `P-${String(n + 1).padStart(5, "0")}`,
  name: ["Bumper", "Grille", "Door panel", "Clip"][n % 4] ?? "",
  state: states[n % 3]?.value ?? "",
  weight: n % 9 === 8 ? null : ((n * 37) % 900) + 0.5,
  made: `2026-03-${two((n % 28) + 1)}`,
  seen: `2026-03-${two((n % 28) + 1)} ${two(n % 24)}:${two((n * 7) % 60)}:00`,
  approved: n % 3 !== 0,
});

export const parts = (count: number): Part[] => Array.from({ length: count }, (_, n) => part(n));

export const rowKey = (row: Part): string => row.id;

export const partColumns: readonly GridColumn<Part>[] = [
  { key: "id", title: "Part no.", type: "text", width: 120, pin: "left", fixed: true },
  { key: "name", title: "Name", type: "text", width: 160 },
  { key: "state", title: "State", type: "choice", options: states },
  { key: "weight", title: "Weight", unit: "g", type: "number", decimals: 1, sum: true },
  { key: "made", title: "Made on", type: "date" },
  { key: "seen", title: "Last seen", type: "time" },
  { key: "approved", title: "Approved", type: "flag" },
];

/** Simulates a server that filters, sorts and sums rows. Records the requests, so that tests can check them. */
export class PartServer implements GridSource<Part> {
  readonly requests: GridRequest[] = [];
  readonly #rows: readonly Part[];

  constructor(count: number) {
    this.#rows = parts(count);
  }

  async load(request: GridRequest): Promise<GridPage<Part>> {
    this.requests.push(request);
    const { offset, limit, filters, sort, search } = request;
    const view = new ArrayView<Part>(this.#rows, partColumns, rowKey);
    view.setQuery({ filters, sort, ...(search ? { search } : {}) });
    return { ...(await view.page(offset, limit)), totals: { ...view.totals } };
  }
}
