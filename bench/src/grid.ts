import { parseArgs } from "node:util";
import { serve } from "./grid-browser.ts";
import { million, scrolling } from "./grid-scroll.ts";
import { hasOffice, reading, throughOffice, writing } from "./grid-sheets.ts";
import { median } from "./measure.ts";
import { record } from "./record.ts";

type Figures = Readonly<Record<string, number | string>>;

/** A part of the comparison with another grid library. Each library runs in a new browser. */
interface Part {
  readonly key: string;
  readonly title: string;
  readonly other: string;
  readonly measure: (side: "ours" | "other") => Promise<Figures>;
}

const partsOf = (url: string, rows: number): readonly Part[] => [
  {
    key: "scroll",
    title: `${rows} × 30, ms: first rows after data; frames and the page thread's own time a frame in 5 s of wheel`,
    other: "ag",
    measure: (side) => scrolling(url, side === "ours" ? "ours" : "ag", rows),
  },
  {
    key: "million",
    title:
      "1,000,000 lazy rows (60 ms away) to the end in 60 jumps, and back to the middle by the thumb: ms without rows",
    other: "ag",
    measure: (side) => million(url, side === "ours" ? "ours" : "ag"),
  },
  {
    key: "export",
    title: `export of ${rows} × 30 to .xlsx`,
    other: "sheetjs",
    measure: (side) => writing(url, side === "ours" ? "ours" : "sheetjs", rows),
  },
  {
    key: "import",
    title: `that .xlsx of ${rows} × 30 read, to its last value`,
    other: "sheetjs",
    measure: (side) => reading(url, side === "ours" ? "ours" : "sheetjs", rows),
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

function tell({ title, other }: Part, ours: Figures, theirs: Figures): void {
  console.log(`\n${title}`);
  console.log(`  ours     ${JSON.stringify(ours)}`);
  console.log(`  ${other.padEnd(8)} ${JSON.stringify(theirs)}`);
  const ratios = Object.entries(ours).flatMap(([name, value]) => {
    const their = theirs[name];
    return typeof value === "number" && typeof their === "number" && their > 0
      ? [`${name} ${(value / their).toFixed(2)}`]
      : [];
  });
  console.log(`  ratio    ${ratios.join(", ")}`);
}

/**
 * Runs `npm run bench -- grid`. Compares scrolling and a million rows with AG Grid Community, and Excel files with
 * SheetJS.
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
      const ours: Figures[] = [];
      const theirs: Figures[] = [];
      for (let i = 0; i < rounds; i++) {
        if (i % 2 === 1) theirs.push(await part.measure("other"));
        ours.push(await part.measure("ours"));
        if (i % 2 === 0) theirs.push(await part.measure("other"));
      }
      figures[part.key] = { ours: overall(ours), [part.other]: overall(theirs) };
      tell(part, overall(ours), overall(theirs));
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
