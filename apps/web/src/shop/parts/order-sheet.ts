import { quickOrderLimit, quickOrderLine } from "@shotkeeper/contract/shop";
import { downloadTemplate, exampleMarks, faultsText, importTexts } from "@shotkeeper/datagrid/import";
import { FileError, type ImportColumn, openFile } from "@shotkeeper/datagrid/sheet";
import { type Locale, loadLocale, localeCodes } from "@shotkeeper/locales";
import { importColumns } from "@shotkeeper/ui/import";
import type { OrderRow } from "./order-rows.ts";
import { pastedLines } from "./paste-lines.ts";

/** Columns of a list of goods to order. A list without titles must have its columns in this order. */
const names = ["goodsId", "orderQty", "moldKind", "magnet", "accessory", "oemName"] as const;

/**
 * Names of the unit "piece" in column titles. A quantity column with another unit in its title, such as boxes, is not
 * read.
 */
const pieces = ["件", "个", "個", "台", "臺", "只", "隻", "pcs", "pc", "piece", "pieces", "ea"];

/**
 * Titles that customers use in their files for the column with the host factory, beside the titles that the texts of
 * the application contain.
 */
const oemTitles = ["Host factory"];

/** Rows that were read from a file or from pasted text, and hints about the parts that were not read. */
interface OrderSheet {
  readonly rows: readonly OrderRow[];
  /** Names of the sheets with rows. Only one of them is read. */
  readonly sheets: readonly { readonly index: number; readonly name: string }[];
  readonly sheet: number;
  /** Statements about the file that the customer must know, for example titles of columns that were not read. */
  readonly hints: readonly string[];
  /** Reason why nothing can be ordered from the file. */
  readonly refusal?: string;
}

/** Creates the columns of the sheet. Their keys are the wire names of `quickOrderLine`. */
function columnsOf(locale: Locale, others: readonly Locale[]): ImportColumn[] {
  const { shop, enums } = locale;
  const wordsOf = ({ shop: s, enums: e }: Locale) => [
    [e.magnetType.square, s.product.square],
    [e.magnetType.round, s.product.round],
  ];
  const short: Readonly<Record<string, readonly string[]>> = {
    plastic: ["塑料模", "塑料", "塑胶", "塑膠", "注塑模", "plastic"],
    hardware: ["五金", "冲压模", "沖壓模", "hardware", "hardware mold", "metal", "stamping die"],
  };
  const options = [enums.magnetType.square, enums.magnetType.round].map((label, value) => ({
    value,
    label,
    aliases: [locale, ...others].flatMap((l) => wordsOf(l)[value] ?? []).filter((word) => word !== label),
  }));
  return importColumns(quickOrderLine.fields, names, shop.quick.hints, locale, others).map((column, i) => {
    if (names[i] === "magnet") return { ...column, type: "choice", options };
    if (names[i] === "oemName")
      return {
        ...column,
        title: shop.product.oem,
        aliases: [...others.map((l) => l.shop.product.oem), ...oemTitles],
      };
    if (names[i] === "orderQty")
      return { ...column, unit: locale.code === "en" ? "pcs" : "件", unitNames: pieces };
    if (names[i] !== "moldKind") return column;
    return {
      ...column,
      options: column.options?.map((o) => ({
        ...o,
        aliases: [...(o.aliases ?? []), ...(short[String(o.value)] ?? [])],
      })),
    };
  });
}

/**
 * Returns the columns that a file with goods to order may have. Titles, and names of choices such as "square", are
 * recognized in all languages of the application.
 */
async function knownColumns(locale: Locale): Promise<ImportColumn[]> {
  const others = await Promise.all(localeCodes.filter((code) => code !== locale.code).map(loadLocale));
  return columnsOf(locale, others);
}

export function saveTemplate(locale: Locale): void {
  const texts = importTexts[locale.code];
  downloadTemplate(
    { noun: locale.shop.quick.title, columns: columnsOf(locale, []), save: async () => [] },
    texts,
  );
}

/** Largest number of lines that a refusal quotes. */
const quotedLines = 3;

/**
 * Reads the rows of pasted text. Refuses the text and names the lines if the separator of some lines is not clear,
 * because a wrong guess would order a wrong quantity.
 */
export async function readPastedText(text: string, locale: Locale): Promise<OrderSheet> {
  const { text: separated, unclear } = pastedLines(text);
  // Adds a byte order mark, so that the reader decodes the text as UTF-8.
  if (unclear === undefined)
    return readOrderSheet(new File([`\uFEFF${separated}`], "paste.csv", { type: "text/csv" }), locale);
  const { quick: t } = locale.shop;
  const named = unclear.slice(0, quotedLines).map((line) => t.line(line.number, line.text.trim()));
  const refusal = t.unclearLines(named.join(t.lineJoiner), unclear.length - named.length);
  return { rows: [], sheets: [], sheet: 0, hints: [], refusal };
}

/**
 * Reads the rows of a file with goods to order. The titles may be in any order and in any language of the application.
 * A file without titles has the columns of `names`, in this order.
 *
 * @param sheet index of the sheet. Default: the first one with rows.
 */
export async function readOrderSheet(file: File, locale: Locale, sheet?: number): Promise<OrderSheet> {
  const { quick: t } = locale.shop;
  const texts = importTexts[locale.code];
  const columns = await knownColumns(locale);
  let opened: Awaited<ReturnType<typeof openFile>>;
  try {
    opened = await openFile(file);
  } catch (cause) {
    const { fault, line } = cause instanceof FileError ? cause : new FileError("unreadable");
    const refusal = fault === "quotes" ? texts.fileFaults.quotes(line ?? 1) : texts.fileFaults[fault];
    return { rows: [], sheets: [], sheet: 0, hints: [], refusal };
  }
  try {
    const sheets = opened.info.sheets.flatMap(({ name, rowCount }, index) =>
      rowCount > 0 ? { index, name } : [],
    );
    const at = sheet ?? sheets[0]?.index ?? 0;
    const titled = await opened.layout(at, columns);
    const hasTitles = titled.matches.includes("exact");
    const layout = hasTitles ? titled : await opened.layout(at, columns, undefined, -1, 1);
    // Ignores titles that are only similar to a known title, because a wrong guess would order a wrong product.
    const mapping = layout.titles.map((_, i) =>
      hasTitles ? (layout.matches[i] === "exact" ? layout.mapping[i] : undefined) : columns[i]?.key,
    );
    const left = layout.titles.flatMap(({ text, hasData }, i) =>
      hasData && mapping[i] === undefined ? [text || texts.untitled(String(i + 1))] : [],
    );
    const missing = columns.filter((c) => c.required && !mapping.includes(c.key)).map((c) => c.title);
    const { header, depth } = layout;
    const counts = await opened.apply({ sheet: at, header, depth, mapping, columns, exampleMarks });
    const facts = {
      sheets,
      sheet: at,
      hints: [
        ...(hasTitles && header > 0 ? [t.aboveTitles(header)] : []),
        ...(left.length > 0 ? [t.unknownColumns(left.join(texts.joiner))] : []),
        ...(counts.skipped > 0 ? [texts.skipped(counts.skipped)] : []),
        ...(counts.hidden > 0 ? [t.hiddenRows(counts.hidden)] : []),
      ],
    };
    const refusal =
      missing.length > 0
        ? texts.missing(missing.join(texts.joiner))
        : counts.total === 0
          ? texts.noRows
          : counts.total > quickOrderLimit
            ? texts.tooMany(counts.total, quickOrderLimit)
            : undefined;
    if (refusal !== undefined) return { ...facts, rows: [], refusal };
    const { rows } = await opened.page(0, quickOrderLimit, "all");
    return {
      ...facts,
      rows: rows.map(({ line, values, faults }) => ({
        line,
        values,
        faults: faults.map((f) => ({ field: f.key, text: faultsText([f], columns, texts) })),
      })),
    };
  } finally {
    opened.close();
  }
}
