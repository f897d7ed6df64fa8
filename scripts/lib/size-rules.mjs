// Limits the length of files. size-exceptions.json lists longer files with their number of lines, which may only
// shrink.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { trackedFiles } from "./files.mjs";
import { root } from "./root.mjs";

const isSource = (file) => /\.(tsx?|mjs|css)$/.test(file);
const isTest = (file) => /\.(test|spec|gallery)\.(tsx?|mjs)$|\/(testing|gallery)\//.test(file);
/** Returns whether the file contains screen texts. Such files may have any number of lines. */
const isText = (file) => /^packages\/locales\/|\/texts\.ts$/.test(file);

const maxLines = (file) => (isText(file) ? Number.POSITIVE_INFINITY : isTest(file) ? 600 : 300);

const exceptionsOf = (dir) => join(dir, "scripts", "lib", "size-exceptions.json");

function readExceptions(dir) {
  const file = exceptionsOf(dir);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Returns the files that are too long, with their number of lines. */
function longFiles(dir, files) {
  const found = {};
  for (const file of files.filter(isSource)) {
    const lines = readFileSync(join(dir, file), "utf8").replace(/\n$/, "").split("\n").length;
    if (lines > maxLines(file)) found[file] = lines;
  }
  return found;
}

/**
 * Returns an error for each file that is longer than allowed.
 * @returns {string[]}
 */
export function sizeRules(dir = root, files = trackedFiles()) {
  const allowed = readExceptions(dir);
  return Object.entries(longFiles(dir, files))
    .filter(([file, lines]) => lines > (allowed[file] ?? 0))
    .map(([file, lines]) => `${file} has ${lines} lines, at most ${maxLines(file)}: divide it by subject`);
}

/** Lowers the numbers of size-exceptions.json to the present lengths of the files. Never raises a number. */
export function shrinkSizeExceptions(dir = root, files = trackedFiles()) {
  const found = longFiles(dir, files);
  const shrunk = Object.entries(readExceptions(dir))
    .filter(([file]) => file in found)
    .map(([file, most]) => [file, Math.min(most, found[file])]);
  writeFileSync(exceptionsOf(dir), `${JSON.stringify(Object.fromEntries(shrunk), null, 2)}\n`);
}
