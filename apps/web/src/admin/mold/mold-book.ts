import type { Fields } from "@shotkeeper/contract/kernel";
import type { Explanation } from "@shotkeeper/contract/mold";
import { labelOf, type useTypeContext, valueText } from "@shotkeeper/ui/cells";
import type { PdfContent, PdfDocument } from "../pdf.ts";

type Row = Readonly<Record<string, unknown>>;
type TypeContext = ReturnType<typeof useTypeContext>;

/** Chapter of a mold's record book (PDF): rows of a list with some of its columns. */
export interface BookChapter {
  readonly title: string;
  readonly fields: Fields;
  readonly names: readonly string[];
  readonly rows: readonly Row[];
  /** Number of all rows of the list. If `rows` has fewer, the chapter says that it is incomplete. */
  readonly total: number;
}

interface BookInput {
  readonly moldNo: string;
  readonly moldName: string;
  readonly madeAt: string;
  readonly madeBy: string;
  /** Sections of the mold's form: the title, and the names of the fields. `row` has the values. */
  readonly facts: readonly { readonly title: string; readonly names: readonly string[] }[];
  readonly fields: Fields;
  readonly row: Row;
  readonly ledger: Explanation;
  readonly chapters: readonly BookChapter[];
  readonly c: TypeContext;
}

const head = (text: string): PdfContent => ({ text, style: "head" });
const section = (text: string): PdfContent => ({ text, style: "section" });
const rule = {
  hLineWidth: 0.5,
  vLineWidth: 0,
  hLineColor: "#bbbbbb",
  paddingTop: 3,
  paddingBottom: 3,
} as const;

const table = (
  widths: readonly (string | number)[],
  body: readonly (readonly PdfContent[])[],
  headerRows = 1,
) => ({
  table: { headerRows, dontBreakRows: true, widths, body },
  layout: rule,
});

/** Returns the ledger of the mold's shots: opening count, bindings, corrections and their sum. */
function ledgerOf({ ledger, c }: BookInput): PdfContent {
  const { mold, fields } = c.locale;
  const t = mold.ledger;
  const f = c.formats;
  const line = (name: string, period: string, shots: number, note = ""): PdfContent[] => [
    name,
    period,
    note,
    { text: f.whole(shots), alignment: "right" },
  ];
  const end = (at: string | null) => (at === null ? t.now : f.date(at));
  return table(
    ["auto", 130, "*", 70],
    [
      [
        head(mold.ledger.title),
        head(mold.book.period),
        head(labelOf("reason", c.locale)),
        head(fields.shots),
      ],
      line(t.opening, "", ledger.opening),
      ...ledger.bindings.map((b) =>
        line(
          b.writerId,
          `${f.date(b.bindTime)} – ${end(b.unbindTime)}`,
          b.shots,
          t.readings(f.whole(b.readings)),
        ),
      ),
      ...ledger.corrections.map((k) =>
        line(t.correction, f.date(k.createdDate), k.qty, [k.createdBy, k.reason].filter(Boolean).join(" · ")),
      ),
      [
        { text: t.total, bold: true },
        "",
        "",
        { text: f.whole(ledger.total), alignment: "right", bold: true },
      ],
    ],
  );
}

function chapterOf({ title, fields, names, rows, total }: BookChapter, c: TypeContext): PdfContent[] {
  const { mold, screen } = c.locale;
  const f = c.formats;
  const known = names.flatMap((name) => {
    const field = fields[name];
    return field ? [{ name, field }] : [];
  });
  const heading = section(`${title} (${f.whole(total)})`);
  if (rows.length === 0) return [heading, { text: mold.book.none, style: "faint" }];
  return [
    heading,
    ...(rows.length < total
      ? [{ text: screen.firstOf(f.whole(rows.length), f.whole(total)), style: "faint" }]
      : []),
    table(
      known.map(() => "*"),
      [
        known.map(({ name }) => head(labelOf(name, c.locale))),
        ...rows.map((row) => known.map(({ name, field }) => valueText(row[name], field, c))),
      ],
    ),
  ];
}

/** Returns the record book of a mold on A4 as a pdfmake document. The same input gives the same book. */
export function bookOf(input: BookInput): PdfDocument {
  const { row, fields, facts, c } = input;
  const t = c.locale.mold.book;
  return {
    info: { title: `${t.title} ${input.moldNo}` },
    pageSize: "A4",
    pageOrientation: "landscape",
    pageMargins: [36, 40, 36, 44],
    defaultStyle: { font: "Noto", fontSize: 8.5, lineHeight: 1.25 },
    styles: {
      title: { fontSize: 18, margin: [0, 0, 0, 2] },
      section: { fontSize: 11.5, margin: [0, 14, 0, 5] },
      head: { color: "#666666", fontSize: 8 },
      faint: { color: "#666666" },
    },
    pageLabel: t.page("%n", "%t"),
    content: [
      { text: t.title, style: "title" },
      { text: [input.moldNo, input.moldName].filter(Boolean).join("   "), fontSize: 12 },
      { text: t.made(input.madeBy, input.madeAt), style: "faint", margin: [0, 4, 0, 0] },
      ...facts.flatMap(({ title, names }): PdfContent[] => {
        const cells = names.flatMap((name) => {
          const field = fields[name];
          return field ? [[head(labelOf(name, c.locale)), valueText(row[name], field, c)]] : [];
        });
        // Puts two fields (label and value) in each line. If their number is odd, the last two cells stay empty.
        const lines = Array.from({ length: Math.ceil(cells.length / 2) }, (_, i) => [
          ...(cells[i * 2] ?? ["", ""]),
          ...(cells[i * 2 + 1] ?? ["", ""]),
        ]);
        return lines.length === 0 ? [] : [section(title), table([110, "*", 110, "*"], lines, 0)];
      }),
      section(c.locale.mold.ledger.title),
      { text: c.locale.mold.ledger.lead, style: "faint", margin: [0, 0, 0, 4] },
      ledgerOf(input),
      ...input.chapters.flatMap((chapter) => chapterOf(chapter, c)),
    ],
  };
}
