import { parseArgs } from "node:util";
import { type Side, serve } from "./grid-browser.ts";
import { million, scrolling } from "./grid-scroll.ts";
import { grouping, pasting } from "./grid-sheet-like.ts";
import { hasOffice, reading, throughOffice, type Writer, writing } from "./grid-sheets.ts";
import { median } from "./measure.ts";
import { record } from "./record.ts";

type Figures = Readonly<Record<string, number | string>>;

/** A part of the comparison with other libraries. Each library runs in a new browser. */
interface Part {
  readonly key: string;
  readonly title: string;
  /** Libraries that are measured in turns. The first is ours. */
  readonly sides: readonly string[];
  readonly measure: (side: string) => Promise<Figures>;
}

const partsOf = (url: string, rows: number): readonly Part[] => [
  {
    key: "scroll",
    title: `${rows} × 30, ms: first rows after data; frames and the page thread's own time a frame in 5 s of wheel`,
    sides: ["ours", "ag", "rdg", "glide"],
    measure: (side) => scrolling(url, side as Side, rows),
  },
  {
    key: "million",
    title:
      "1,000,000 lazy rows (60 ms away) to the end in 60 jumps, and back to the middle by the thumb: ms without rows",
    sides: ["ours", "ag"],
    measure: (side) => million(url, side as Side),
  },
  {
    key: "group",
    title: `${rows} × 30 in two levels of groups with sums, ms until they are shown`,
    sides: ["ours", "ag", "rdg", "glide"],
    measure: (side) => grouping(url, side as Side, rows),
  },
  {
    key: "paste",
    title: `10,000 cells pasted into ${rows} × 30, ms until they are shown`,
    sides: ["ours", "ag", "rdg", "glide"],
    measure: (side) => pasting(url, side as Side, rows),
  },
  {
    key: "export",
    title: `export of ${rows} × 30 to .xlsx`,
    sides: ["ours", "sheetjs"],
    measure: (side) => writing(url, side as Writer, rows),
  },
  {
    key: "import",
    title: `that .xlsx of ${rows} × 30 read, to its last value`,
    sides: ["ours", "sheetjs"],
    measure: (side) => reading(url, side as Writer, rows),
  },
];

/**
 * Returns the median of each figure over all rounds. For figures whose names begin with "longest", returns the maximum.
 */
function overall(list: readonly Figures[]): Figures {
  const [one] = list;
  return Object.fromEntries(
    Object.entries(one ?? {}).map(([key, value]) => {
      const all = list.map((l) => Number(l[key]));
      return [
        key,
        typeof value !== "number" ? value : key.startsWith("longest") ? Math.max(...all) : median(all),
      ];
    }),
  );
}

function tell({ title }: Part, found: ReadonlyMap<string, Figures>): void {
  console.log(`\n${title}`);
  const [[, ours = {}] = [], ...others] = [...found];
  for (const [side, figures] of found) console.log(`  ${side.padEnd(8)} ${JSON.stringify(figures)}`);
  for (const [side, theirs] of others) {
    const ratios = Object.entries(ours).flatMap(([name, value]) => {
      const their = theirs[name];
      return typeof value === "number" && typeof their === "number" && their > 0
        ? [`${name} ${(value / their).toFixed(2)}`]
        : [];
    });
    console.log(`  ours/${side}: ${ratios.join(", ")}`);
  }
}

/**
 * Runs `npm run bench -- grid`. Compares scrolling, groups and pastes with AG Grid Community, react-data-grid and Glide
 * Data Grid. Compares a million lazy rows with AG Grid, and Excel files with SheetJS.
 */
export async function benchGrid(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: "string" },
      rounds: { type: "string" },
      only: { type: "string" },
      record: { type: "boolean" },
    },
  });
  const rows = Number(values.rows ?? 100_000);
  const rounds = Number(values.rounds ?? 3);
  const wanted = (part: string): boolean => values.only === undefined || values.only === part;
  const { url, stop } = await serve();
  const figures: Record<string, object> = {};
  try {
    for (const part of partsOf(url, rows).filter(({ key }) => wanted(key))) {
      const measured = new Map(part.sides.map((side): [string, Figures[]] => [side, []]));
      for (let i = 0; i < rounds; i++) {
        // Reverses the order of the libraries in every second round, so that a machine that becomes slower affects all
        // libraries.
        const order = i % 2 === 0 ? part.sides : part.sides.toReversed();
        for (const side of order) measured.get(side)?.push(await part.measure(side));
      }
      const found = new Map([...measured].map(([side, list]) => [side, overall(list)]));
      figures[part.key] = Object.fromEntries(found);
      tell(part, found);
    }
    if (wanted("office") && hasOffice()) {
      const office = await throughOffice(url, rows);
      figures.office = office;
      console.log(`\nthe export opened and saved by LibreOffice\n  ${JSON.stringify(office)}`);
    }
    if (values.record) record("grid", "chromium", { rows, rounds, ...figures });
  } finally {
    stop();
  }
}
