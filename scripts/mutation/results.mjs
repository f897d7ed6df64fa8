// Stores the results of mutation runs per file, so that a long run can be split.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../lib/root.mjs";

const cacheFile = join(root, ".cache", "mutation", "results.json");
const equivalentFile = join(import.meta.dirname, "equivalent.json");

const textOf = (file) => readFileSync(join(root, file), "utf8");
/** Returns the code of a file without comments and line breaks, which do not affect the results. */
const codeOf = (file) =>
  textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/\s+/g, " ");
const hashOf = (file) => createHash("sha256").update(codeOf(file)).digest("hex");
const short = (text) => text.replace(/\s+/g, " ").trim().slice(0, 80);

/** Returns the part of a text that a mutant replaces. Lines and columns are counted from 1. */
function pieceOf(lines, { start, end }) {
  const piece = lines.slice(start.line - 1, end.line);
  piece[piece.length - 1] = piece[piece.length - 1].slice(0, end.column - 1);
  piece[0] = piece[0].slice(start.column - 1);
  return piece.join("\n");
}

/** Returns the counts of a file's mutants, and its surviving mutants. */
export function summaryOf(file, mutants) {
  const lines = textOf(file).split("\n");
  const found = { hash: hashOf(file), killed: 0, timedOut: 0, survivors: [] };
  for (const m of mutants) {
    if (m.status === "Killed") found.killed++;
    else if (m.status === "Timeout") found.timedOut++;
    else if (m.status === "Survived" || m.status === "NoCoverage")
      found.survivors.push({
        line: m.location.start.line,
        code: lines[m.location.start.line - 1].trim(),
        from: short(pieceOf(lines, m.location)),
        to: short(m.replacement),
        isCovered: m.status === "Survived",
      });
  }
  found.survivors.sort((a, b) => a.line - b.line);
  return found;
}

export function readResults() {
  return existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, "utf8")) : {};
}

export function saveResults(results) {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(results, null, 1));
}

/** Returns whether a stored result belongs to the current code of the file. */
export function isCurrent(file, result) {
  return result?.hash === hashOf(file);
}

/**
 * Reads the list of equivalent mutants, which no test can detect. An entry without `from` or `to` covers a whole
 * line.
 */
export function readEquivalents() {
  const entries = Object.entries(JSON.parse(readFileSync(equivalentFile, "utf8")));
  const all = entries.flatMap(([file, list]) => list.map((e) => ({ file, ...e, uses: 0 })));
  return {
    reasonOf(file, s) {
      const entry = all.find(
        (e) =>
          e.file === file && e.code === s.code && (e.from ?? s.from) === s.from && (e.to ?? s.to) === s.to,
      );
      if (entry) entry.uses++;
      return entry?.reason;
    },
    /** Returns the entries that match no surviving mutant of the measured files. Such entries are out of date. */
    unused: (files) => all.filter((e) => e.uses === 0 && files.includes(e.file)),
  };
}
