/** A kind of file that may be uploaded. */
export interface FileType {
  readonly mediaType: string;
  readonly extensions: readonly string[];
  /** True if browsers may show the file inline. Otherwise they download it. */
  readonly inline: boolean;
}

const types = {
  png: { mediaType: "image/png", extensions: ["png"], inline: true },
  jpg: { mediaType: "image/jpeg", extensions: ["jpg", "jpeg"], inline: true },
  gif: { mediaType: "image/gif", extensions: ["gif"], inline: true },
  webp: { mediaType: "image/webp", extensions: ["webp"], inline: true },
  pdf: { mediaType: "application/pdf", extensions: ["pdf"], inline: true },
  ofd: { mediaType: "application/ofd", extensions: ["ofd"], inline: false },
  zip: { mediaType: "application/zip", extensions: ["zip"], inline: false },
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extensions: ["xlsx"],
    inline: false,
  },
  docx: {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    extensions: ["docx"],
    inline: false,
  },
  xls: { mediaType: "application/vnd.ms-excel", extensions: ["xls"], inline: false },
  csv: { mediaType: "text/csv; charset=utf-8", extensions: ["csv"], inline: false },
  txt: { mediaType: "text/plain; charset=utf-8", extensions: ["txt"], inline: false },
} satisfies Record<string, FileType>;

export const fileTypes: readonly FileType[] = Object.values(types);

/** Number of bytes at the beginning of a file that decide its type. */
export const headBytes = 512;

const startsWith = (head: Buffer, hex: string, at = 0) =>
  head.subarray(at, at + hex.length / 2).toString("hex") === hex;

/** Returns the name of a zip archive's first entry. */
function firstEntry(head: Buffer): string {
  if (head.length < 30) return "";
  return head.subarray(30, 30 + head.readUInt16LE(26)).toString("latin1");
}

/**
 * Returns whether a file begins like a zip archive that holds an office document. `folder` is the folder of the
 * document's content, such as "xl/".
 */
const isOffice = (head: Buffer, folder: string) =>
  startsWith(head, "504b0304") &&
  ["[Content_Types].xml", "_rels/", "docProps/", folder].some((name) => firstEntry(head).startsWith(name));

/**
 * Returns whether bytes may be plain text. Plain text has no control characters except white space and ESC. NUL means
 * binary data or UTF-16.
 */
export function isText(bytes: Buffer): boolean {
  for (const b of bytes) if (b < 9 || (b > 13 && b < 32 && b !== 27) || b === 127) return false;
  return true;
}

/**
 * Returns the type of a file if content and file name agree. Returns undefined if they differ or if the type is not
 * allowed. For example, HTML named photo.png is refused.
 */
export function typeOf(head: Buffer, name: string): FileType | undefined {
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const found = fileTypes.find((t) => t.extensions.includes(extension));
  if (!found || !contentIs(found, head)) return undefined;
  return found;
}

function contentIs(t: FileType, head: Buffer): boolean {
  switch (t) {
    case types.png:
      return startsWith(head, "89504e470d0a1a0a");
    case types.jpg:
      return startsWith(head, "ffd8ff");
    case types.gif:
      return startsWith(head, "474946383761") || startsWith(head, "474946383961");
    case types.webp:
      return startsWith(head, "52494646") && startsWith(head, "57454250", 8);
    case types.pdf:
      return startsWith(head, "255044462d");
    // OFD, the Chinese format of electronic invoices (GB/T 33190), is a zip archive too.
    case types.ofd:
      return (
        startsWith(head, "504b0304") && ["OFD.xml", "Doc_"].some((name) => firstEntry(head).startsWith(name))
      );
    case types.zip:
      return startsWith(head, "504b0304") || startsWith(head, "504b0506");
    case types.xlsx:
      return isOffice(head, "xl/");
    case types.docx:
      return isOffice(head, "word/");
    case types.xls:
      return startsWith(head, "d0cf11e0a1b11ae1");
    default:
      return isText(head);
  }
}

/** Returns a file name that is safe to store and to show: without a path and without special characters. */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).pop() ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here
  const plain = last.replace(/[\u0000-\u001f\u007f<>:"|?*\u202a-\u202e\u2066-\u2069]/g, "_").trim();
  const dot = plain.lastIndexOf(".");
  if (plain.length <= 200 || dot < 0) return plain.slice(0, 200);
  return plain.slice(0, 200 - (plain.length - dot)) + plain.slice(dot);
}
