import { UsageError } from "./connection.ts";

export interface Shot {
  readonly at: number;
  /** Cycle time of the shot, s. 0: the cycle time is not known. */
  readonly cycle: number;
}

/**
 * Reads the shots of one mold from the text of a CSV file with a header, sorted by time. `wanted`, the number of the
 * mold, is needed only if the file has several molds.
 */
export function readShots(text: string, wanted: string | undefined): { moldNo: string; shots: Shot[] } {
  const [head = "", ...lines] = text
    .replace(/^\ufeff/, "")
    .trim()
    .split(/\r?\n/);
  const names = head.split(",").map((n) => n.trim());
  const column = (name: string) => names.indexOf(name);
  const at = column("shot_at");
  const moldNo = column("mold_no");
  const cycle = column("cycle_s");
  if (at < 0 || moldNo < 0)
    throw new UsageError(`the file needs the columns shot_at and mold_no; it has ${names.join(", ")}`);
  const byMold = new Map<string, Shot[]>();
  lines.forEach((line, i) => {
    if (line.trim() === "") return;
    const cells = line.split(",").map((c) => c.trim());
    const ms = Date.parse(cells[at] ?? "");
    const mold = cells[moldNo] ?? "";
    if (Number.isNaN(ms) || mold === "")
      throw new UsageError(`line ${i + 2} is no shot: ${line.slice(0, 80)}`);
    const list = byMold.get(mold) ?? [];
    list.push({ at: ms, cycle: Number(cells[cycle] ?? 0) || 0 });
    byMold.set(mold, list);
  });
  const [only, ...others] = byMold.keys();
  if (only === undefined) throw new UsageError("the file has no shots");
  const name = wanted !== undefined && byMold.has(wanted) ? wanted : only;
  if (others.length > 0 && name !== wanted)
    throw new UsageError(
      `the file has several molds; choose with --mold: ${[...byMold.keys()].slice(0, 20).join(", ")}`,
    );
  const shots = (byMold.get(name) ?? []).sort((a, b) => a.at - b.at);
  return { moldNo: wanted ?? name, shots };
}

/** Returns the elements of a list in a random order, which is the same in each call. */
export function shuffled<T>(list: readonly T[]): T[] {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return list
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map((x) => x.item);
}
