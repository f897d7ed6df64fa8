import type {
  CellFault,
  Conversion,
  DateOrder,
  Encoding,
  FileFault,
  ImportColumn,
  NumberStyle,
} from "../../sheet/types.ts";

/** All texts of the import dialog and of its template in one language. */
export interface ImportTexts {
  title: (noun: string) => string;
  template: string;
  templateName: (noun: string) => string;
  drop: string;
  dropHint: (maxRows: number | undefined) => string;
  reading: string;
  fileFaults: Readonly<Record<Exclude<FileFault, "quotes">, string>> & { quotes: (line: number) => string };
  other: string;
  cancel: string;
  sheet: string;
  header: string;
  depth: string;
  encoding: string;
  encodings: Readonly<Record<Encoding, string>>;
  detected: string;
  numbers: string;
  numberStyles: Readonly<Record<NumberStyle, string>>;
  dates: string;
  dateOrders: Readonly<Record<DateOrder, string>>;
  standard: string;
  choose: string;
  datesAsked: string;
  hiddenAsked: (rows: number) => string;
  hiddenTake: string;
  hiddenLeave: string;
  skipped: (rows: number) => string;
  mapping: string;
  goesTo: (title: string) => string;
  noField: string;
  mapped: string;
  unmapped: string;
  similar: string;
  duplicate: string;
  hiddenColumn: string;
  untitled: (letters: string) => string;
  similarAsked: string;
  missing: (titles: string) => string;
  joiner: string;
  saveScheme: string;
  schemeSaved: string;
  schemeUsed: string;
  forgetScheme: string;
  preview: string;
  line: string;
  result: string;
  fine: string;
  empty: string;
  checking: string;
  checkFailed: string;
  noRows: string;
  tooMany: (rows: number, max: number) => string;
  allFine: (rows: number) => string;
  someBad: (bad: number, rows: number) => string;
  /** Message that no row can be imported before all required columns are assigned. */
  needsColumns: string;
  /** Message that the user must first answer a question above the preview, for example about the order of dates. */
  needsAnswer: string;
  allRows: string;
  badRows: (n: number) => string;
  convertedRows: (n: number) => string;
  convertedFrom: (text: string) => string;
  editHint: string;
  sameAs: (line: number) => string;
  conversions: Readonly<Record<Conversion, string>>;
  downloadBad: string;
  badName: (noun: string) => string;
  go: (rows: number) => string;
  goGood: (rows: number) => string;
  saving: (percent: number) => string;
  done: (rows: number) => string;
  faults: Readonly<Record<Exclude<CellFault, "tooSmall" | "tooLarge" | "tooLong">, string>> & {
    tooSmall: (min: number) => string;
    tooLarge: (max: number) => string;
    tooLong: (max: number) => string;
  };
  sheetWords: {
    rows: string;
    notes: string;
    column: string;
    required: string;
    content: string;
    yes: string;
    no: string;
    example: string;
    types: Readonly<Record<ImportColumn["type"], string>>;
  };
}
