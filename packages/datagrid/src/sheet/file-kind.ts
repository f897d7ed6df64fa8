import { FileError } from "./types.ts";

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((b, i) => bytes[i] === b);
const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  new TextDecoder("latin1").decode(bytes.subarray(from, to));

/** First bytes of formats that users confuse with spreadsheets: PDF, RTF, PNG, GIF, JPEG, RAR, gzip and 7z. */
const foreign: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46],
  [0x7b, 0x5c, 0x72, 0x74, 0x66],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
  [0xff, 0xd8, 0xff],
  [0x52, 0x61, 0x72, 0x21],
  [0x1f, 0x8b],
  [0x37, 0x7a, 0xbc, 0xaf],
];

/** Returns true if the file begins like a JSON document, which has no rows and columns. */
function isJson(bytes: Uint8Array): boolean {
  const text = ascii(bytes, 0, 200).trim();
  return /^\{\s*("|\})|^\[\s*(\{|\[|"|\d|\])/.test(text);
}

/** Names of the parts that distinguish .xlsx and .xlsb files from other zip files. */
const sheetParts = ["xl/workbook.xml", "xl/workbook.bin"];

export type FileKind = "zip" | "ole" | "text";

/** Returns the kind of a file by its content. Throws for archives with a password and for other formats. */
export function fileKind(bytes: Uint8Array): FileKind {
  if (foreign.some((signature) => starts(bytes, ...signature)) || isJson(bytes))
    throw new FileError("notSheet");
  if (starts(bytes, 0x50, 0x4b, 3, 4)) {
    // Refuses an encrypted archive. In such an archive, bit 0 in the flags of the first entry is set.
    if (((bytes[6] ?? 0) & 1) === 1) throw new FileError("password");
    // Searches the end of the file for the names of the entries, because the directory of a ZIP file is there.
    const end = ascii(bytes, Math.max(0, bytes.length - (1 << 20)), bytes.length);
    if (end.includes("PK\u0005\u0006") && !sheetParts.some((part) => end.includes(part)))
      throw new FileError("notSheet");
    return "zip";
  }
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return "ole";
  return "text";
}
