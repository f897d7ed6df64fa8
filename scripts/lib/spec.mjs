// The specification as a checklist. docs/spec/*.md list its statements, each with an id. A test states, in a comment
// directly above `it(`, `test(` or `describe(`, which statements it shows to be true:
//
//   // spec: admin 7.12, 7.14-7.16, shop A2.3
//   it("replaces the token", …)
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { trackedFiles } from "./files.mjs";
import { root } from "./root.mjs";

const isDocument = (file) => /^docs\/spec\/\w+\.md$/.test(file);
const isTest = (file) => /\.test\.tsx?$|^e2e\/src\/.*\.spec\.ts$/.test(file);
// Also accepts a `// spec:` comment above a `for` statement that contains the test, because the formatter moves
// comments there.
const isTestCall = (line) => /^\s*(it|test|describe|for)\b/.test(line);

/**
 * Statement of the specification. `open`: reason why no test shows it yet. `place`: file and line.
 * @typedef {{id: string, section: string, text: string, open: string | undefined, place: string}} Statement
 *
 * A test names a statement by its id.
 * @typedef {{id: string, place: string}} Mention
 */

/**
 * Returns the statements of a document. Each is a list item `- 7.12 A sentence.`, possibly with `(open: reason)` at
 * its end.
 *
 * @param {string} file
 * @param {string} text
 */
export function parseDocument(file, text) {
  const document = /(\w+)\.md$/.exec(file)?.[1];
  const statements = [];
  const errors = [];
  let section = "";
  text.split("\n").forEach((line, n) => {
    const place = `${file}:${n + 1}`;
    if (line.startsWith("## ")) section = `${document}: ${line.slice(3)}`;
    const item = /^- ([A-C]?\d+\.\d+) (.+)$/.exec(line);
    const last = statements.at(-1);
    if (item) statements.push({ id: `${document} ${item[1]}`, section, text: item[2], place });
    else if (/^- /.test(line)) errors.push(`${place}: a statement begins with its id, like "- 7.12 "`);
    else if (/^ {2}\S/.test(line) && last) last.text += ` ${line.trim()}`;
  });
  for (const s of statements) {
    const [, plain, open] = /^(.*?)(?: \(open: (.+)\))?$/.exec(s.text) ?? [];
    s.text = plain;
    s.open = open;
  }
  return { statements, errors };
}

/** Returns the ids of a list such as `admin 7.1, 7.3-7.5, shop A2.1`, and the parts of the list that are no ids. */
export function parseIds(text) {
  const ids = [];
  const wrong = [];
  let document = "";
  for (const part of text.split(",").map((p) => p.trim())) {
    const [, named, chapter, first, lastChapter, last] =
      /^(?:([a-z]+) )?([A-C]?\d+)\.(\d+)(?:-([A-C]?\d+)\.(\d+))?$/.exec(part) ?? [];
    document = named ?? document;
    const end = Number(last ?? first);
    const isRange = last === undefined || (lastChapter === chapter && Number(first) < end);
    if (first === undefined || document === "" || !isRange) {
      wrong.push(part);
      continue;
    }
    for (let n = Number(first); n <= end; n++) ids.push(`${document} ${chapter}.${n}`);
  }
  return { ids, wrong };
}

/**
 * Returns the ids of the statements that a test file shows to be true, by its `// spec:` comments.
 *
 * @param {string} file
 * @param {string} text
 */
export function parseTest(file, text) {
  const mentions = [];
  const errors = [];
  const lines = text.split("\n");
  lines.forEach((line, n) => {
    const comment = /^\s*\/\/ spec: (.+)$/.exec(line);
    if (!comment) return;
    const place = `${file}:${n + 1}`;
    const next = lines.slice(n + 1).find((l) => !/^\s*\/\//.test(l)) ?? "";
    if (!isTestCall(next)) errors.push(`${place}: "// spec:" stands directly above it(, test( or describe(`);
    const { ids, wrong } = parseIds(comment[1]);
    for (const w of wrong) errors.push(`${place}: "${w}" is no id like "admin 7.12"`);
    for (const id of ids) mentions.push({ id, place });
  });
  return { mentions, errors };
}

/**
 * Compares statements with the tests that name them.
 *
 * @param {readonly Statement[]} statements
 * @param {readonly Mention[]} mentions
 */
export function compare(statements, mentions) {
  const errors = [];
  const places = new Map();
  for (const { id, place } of mentions) places.set(id, [...(places.get(id) ?? []), place]);
  const known = new Map();
  for (const s of statements) {
    const earlier = known.get(s.id);
    if (earlier) errors.push(`${s.place}: ${s.id} stands already in ${earlier.place}`);
    known.set(s.id, s);
  }
  for (const { id, place } of mentions)
    if (!known.has(id)) errors.push(`${place}: there is no statement ${id}`);
  const rows = statements.map((s) => ({ ...s, tests: places.get(s.id) ?? [] }));
  for (const { id, place, open, tests } of rows) {
    if (open === undefined && tests.length === 0) errors.push(`${place}: no test shows ${id}`);
    if (open !== undefined && tests.length > 0)
      errors.push(`${place}: ${id} is open, but ${tests[0]} shows it`);
  }
  return { rows, errors };
}

/** Reads all documents of the specification, and all tests. */
export function readSpec(dir = root, files = trackedFiles()) {
  const read = (file) => readFileSync(join(dir, file), "utf8");
  const documents = files.filter(isDocument).map((f) => parseDocument(f, read(f)));
  const tests = files.filter(isTest).map((f) => parseTest(f, read(f)));
  const { rows, errors } = compare(
    documents.flatMap((d) => d.statements),
    tests.flatMap((t) => t.mentions),
  );
  return { rows, errors: [...[...documents, ...tests].flatMap((f) => f.errors), ...errors] };
}

/** Returns the errors of the specification and its tests for `npm run check`. */
export const specRules = (dir = root, files = trackedFiles()) => readSpec(dir, files).errors;
