import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderPrinter } from "../../apps/print-agent/src/printers/folder.ts";
import type { TestAgent } from "../../apps/print-agent/src/testing/agent.ts";

/** Pairs a page with the print service, and returns its token. */
export function paired({ pairing }: TestAgent, origin: string): string {
  const asked = pairing.ask(origin);
  if (!("secret" in asked)) throw new Error("the print service refuses the page");
  pairing.decide(pairing.pending()[0]?.id ?? "", true);
  const answer = pairing.answerTo(origin, asked.secret);
  if (typeof answer !== "object") throw new Error("the print service does not pair the page");
  return answer.token;
}

/** Returns the number of pages in a file: the pages of a PDF, or 1 for a picture. */
const pagesIn = (file: string) =>
  file.endsWith(".pdf") ? (readFileSync(file, "latin1").match(/\/Type\/Page\//g) ?? []).length : 1;

/** Creates a folder with a printer that writes files into it. `labels` counts the labels in the files. */
export function folderForFiles() {
  const dir = mkdtempSync(join(tmpdir(), "bench-labels-"));
  return {
    spooler: folderPrinter("folder", dir),
    labels: () => readdirSync(dir).reduce((sum, f) => sum + pagesIn(join(dir, f)), 0),
    remove: () => rmSync(dir, { recursive: true }),
  };
}
