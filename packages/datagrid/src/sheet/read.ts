import type { Cell, Sheet } from "./types.ts";

/** Text of a .csv: UTF-8, or what Chinese spreadsheets write. */
function csvTextOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gbk").decode(bytes);
  }
}

const isText = (bytes: Uint8Array) => !bytes.subarray(0, 4096).includes(0) && bytes[0] !== 0x50;

/** The sheets of a file: .xlsx, .xls, HTML or XML in disguise, and .csv. Rejects what is none of them. */
export async function readSheets(bytes: Uint8Array, name: string): Promise<Sheet[]> {
  // Large, and needed by who imports only.
  const { read, utils } = await import("@e965/xlsx");
  const asCsv = /\.(csv|txt)$/i.test(name) && isText(bytes);
  const book = asCsv
    ? // Raw: "007" stays what it is, and no date is guessed.
      read(csvTextOf(bytes), { type: "string", raw: true, dense: true })
    : read(bytes, { type: "array", dense: true });
  return book.SheetNames.flatMap((title) => {
    const sheet = book.Sheets[title];
    if (!sheet) return [];
    const rows = utils.sheet_to_json<Cell[]>(sheet, { header: 1, raw: true, defval: null, blankrows: true });
    return [{ name: title, rows }];
  });
}
