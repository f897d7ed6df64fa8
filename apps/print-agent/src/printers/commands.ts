import type { Sheet } from "./printer.ts";

/**
 * Parts of a ZPL label between ^XA and ^XZ, as pages send the label: a picture at a position. Other commands are
 * refused, because some change the printer's settings or its network address, or read its files.
 */
const zplParts = [
  /^(PW|LL)\d{1,5}\s*$/,
  /^LH0,0\s*$/,
  /^FO\d{1,5},\d{1,5}\s*$/,
  /^GFA,\d{1,5},\d{1,5},\d{1,4},[0-9A-Zg-z,:!]*$/,
  /^FS\s*$/,
  /^PQ1\s*$/,
];

/** Returns true if a file is exactly one complete label. After an incomplete one, the printer would wait for more. */
function isZpl(text: string): boolean {
  const [before, start, ...parts] = text.split("^");
  const end = parts.pop()?.trimEnd();
  const isLabel = before === "" && start === "XA" && end === "XZ";
  return isLabel && parts.every((p) => zplParts.some((known) => known.test(p)));
}

/** Returns true if the file has only the ESC/POS commands to print a picture (GS v 0) and to cut (GS V 66). */
function isEscPos(bytes: Buffer): boolean {
  let at = 2;
  while (at < bytes.length) {
    const [a, b, c, d] = bytes.subarray(at, at + 4);
    if (a !== 0x1d || d !== 0) return false;
    if (b === 0x56 && c === 66) at += 4;
    else if (b === 0x76 && c === 0x30 && at + 8 <= bytes.length)
      at += 8 + bytes.readUInt16LE(at + 4) * bytes.readUInt16LE(at + 6);
    else return false;
  }
  return at === bytes.length;
}

/**
 * Returns the printer language of a file. Returns undefined if the file is in neither language, or has a command that
 * no label needs. The service refuses such a file.
 */
export function languageOf(bytes: Buffer): Extract<Sheet["type"], "zpl" | "escpos"> | undefined {
  const start = bytes.subarray(0, 3).toString("latin1");
  if (start === "^XA") return isZpl(bytes.toString("latin1")) ? "zpl" : undefined;
  if (start.startsWith("\x1b@")) return isEscPos(bytes) ? "escpos" : undefined;
  return undefined;
}
