import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TcpPrinter } from "../tcp-printer.ts";
import { type CodePlace, codesInZpl } from "./zpl.ts";

const run = promisify(execFile);

/** Labels that a printer has printed. */
export interface Paper {
  /** Reads the bar codes of all labels of a job. */
  codes(jobName: string): Promise<string[]>;
  /** Throws the labels of a job away. */
  clear(jobName: string): void;
}

/** Decodes the bar code of each page. Throws if a page has none. */
async function codesInPdf(files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const dir = mkdtempSync(join(tmpdir(), "codes-"));
  try {
    for (const [i, file] of files.entries())
      await run("pdftoppm", ["-r", "150", "-gray", "-png", file, join(dir, `f${i}`)]);
    const pages = readdirSync(dir).map((f) => join(dir, f));
    const { stdout } = await run("zbarimg", ["--raw", "-q", "-Sdisable", "-Scode128.enable", ...pages]);
    const codes = stdout.trim().split("\n");
    if (codes.length !== pages.length)
      throw new Error(`${pages.length} pages have ${codes.length} bar codes`);
    return codes;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Paper of a printer that writes PDF files into a folder. The name of a file begins with the name of its job. */
export function pdfPaper(folder: string): Paper {
  const filesOf = (jobName: string) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((f) => f.startsWith(jobName) && /^\D.*\.pdf$/.test(f.slice(jobName.length)))
      .map((f) => join(folder, f));
  return {
    codes: (jobName) => codesInPdf(filesOf(jobName)),
    clear: (jobName) => {
      for (const file of filesOf(jobName)) rmSync(file);
    },
  };
}

/** Paper of a network printer, which prints one job at a time. */
export function networkPaper(printer: TcpPrinter, place: CodePlace): Paper {
  let first = 0;
  /**
   * Bar codes by the bytes of a connection, because decoding is slow. If more bytes arrive, the connection gets a new
   * buffer, so the cached codes are never outdated.
   */
  const decoded = new WeakMap<Buffer, string[]>();
  const codesOf = (bytes: Buffer) => {
    const codes = decoded.get(bytes) ?? codesInZpl(bytes, place);
    decoded.set(bytes, codes);
    return codes;
  };
  return {
    codes: async () => printer.connections().slice(first).flatMap(codesOf),
    clear: () => {
      first = printer.connections().length;
    },
  };
}

/** Programs that are missing on this computer and without which no bar code of a PDF can be read. */
export const missingForPaper = ["pdftoppm", "zbarimg"].filter((p) => !existsSync(join("/usr/bin", p)));
