import type { Locale } from "@shotkeeper/locales";
import type { Formats } from "@shotkeeper/ui/app";
import { labelOf } from "@shotkeeper/ui/cells";
import type { PdfContent, PdfDocument } from "../pdf.ts";
import type { CountRow } from "./count-card.tsx";
import type { LineRow } from "./explain.tsx";

interface ReportInput {
  readonly count: CountRow;
  readonly lines: readonly LineRow[];
  readonly before: CountRow | undefined;
  readonly scope: { readonly molds: string; readonly window: string };
  readonly locale: Locale;
  readonly f: Formats;
  readonly why: (row: LineRow) => string;
}

const figures = [
  "expectedMolds",
  "autoMolds",
  "hereMolds",
  "elsewhereMolds",
  "missingMolds",
  "surplusMolds",
] as const;
const differing: readonly (LineRow["result"] | undefined)[] = ["missing", "elsewhere", "surplus"];

const head = (text: string): PdfContent => ({ text, style: "head" });
const rule = {
  hLineWidth: 0.5,
  vLineWidth: 0,
  hLineColor: "#bbbbbb",
  paddingTop: 3,
  paddingBottom: 3,
} as const;

function table(widths: readonly (string | number)[], rows: readonly (readonly PdfContent[])[]): PdfContent {
  return { table: { headerRows: 1, dontBreakRows: true, widths, body: rows }, layout: rule };
}

/** Returns the report of a closed stock-take on A4 as a pdfmake document. The same input gives the same report. */
export function reportOf({ count, lines, before, scope, locale, f, why }: ReportInput): PdfDocument {
  const { inventory: t, enums } = locale;
  const r = t.report;
  const words = (line: LineRow): string => {
    const said = [
      line.foundPlace,
      line.countNote,
      line.foundBy && `${line.foundByName ?? line.foundBy} ${f.dateTime(line.foundAt).slice(5, 16)}`,
    ];
    const audit = line.accepted === null ? "" : line.accepted ? t.acceptedYes : t.acceptedNo;
    const person = [...said, audit, line.auditNote].filter((x) => x).join(" · ");
    return line.outcome === null ? why(line) : person;
  };
  const row = (line: LineRow): PdfContent[] => [
    line.moldNo ?? "",
    line.moldName ?? "",
    line.plantName ?? "",
    line.result === null ? "" : enums.countResult[line.result],
    words(line),
  ];
  const label = (name: Parameters<typeof labelOf>[0]) => labelOf(name, locale);
  const columns = [label("moldNo"), label("moldName"), label("plantName"), label("result"), t.explained].map(
    head,
  );
  const widths = [62, 110, 92, 52, "*"];
  const differences = lines.filter((l) => differing.includes(l.result ?? undefined));
  const found = lines.filter((l) => !differences.includes(l));
  const short = (at: string | null) => f.dateTime(at).slice(0, 16);
  const sign = (n: number) => (n > 0 ? `+${n}` : String(n));
  return {
    info: { title: `${r.title} ${count.countId ?? ""}` },
    pageSize: "A4",
    pageMargins: [40, 44, 40, 48],
    defaultStyle: { font: "Noto", fontSize: 9, lineHeight: 1.25 },
    styles: {
      title: { fontSize: 17, margin: [0, 0, 0, 2] },
      section: { fontSize: 11.5, margin: [0, 14, 0, 5] },
      head: { color: "#666666", fontSize: 8.5 },
      faint: { color: "#666666" },
    },
    pageLabel: r.page("%n", "%t"),
    content: [
      { text: r.title, style: "title" },
      { text: `${count.countName ?? ""}   ${count.countId ?? ""}`, fontSize: 11 },
      { text: `${r.scope}  ${scope.molds}`, style: "faint", margin: [0, 6, 0, 0] },
      { text: scope.window, style: "faint" },
      {
        text: [
          `${r.time}  ${count.startedByName ?? ""} ${short(count.startedAt)} – `,
          `${count.endedByName ?? ""} ${short(count.endedAt)} `,
          `(${t.hours(f.decimal(count.durationHours, 1))})`,
        ].join(""),
        style: "faint",
        margin: [0, 0, 0, 10],
      },
      table(
        ["*", 70, ...(before ? [70, 70] : [])],
        [
          [
            head(""),
            head(t.now),
            ...(before ? [head(`${t.before} ${before.countId ?? ""}`), head(t.change)] : []),
          ],
          ...figures.map((name) => [
            label(name),
            f.whole(count[name]),
            ...(before ? [f.whole(before[name]), sign((count[name] ?? 0) - (before[name] ?? 0))] : []),
          ]),
          [
            label("foundShare"),
            f.percent(count.foundShare),
            ...(before ? [f.percent(before.foundShare), ""] : []),
          ],
        ],
      ),
      ...(count.endNote ? [{ text: `${label("endNote")}  ${count.endNote}`, margin: [0, 8, 0, 0] }] : []),
      { text: `${r.differences} (${differences.length})`, style: "section" },
      differences.length === 0
        ? { text: r.noDifferences, style: "faint" }
        : table(widths, [columns, ...differences.map(row)]),
      { text: `${r.found} (${found.length})`, style: "section" },
      table(widths, [columns, ...found.map(row)]),
      {
        columns: r.signed.map((who) => ({ text: `${who}  ______________________` })),
        margin: [0, 34, 0, 0],
      },
    ],
  };
}
