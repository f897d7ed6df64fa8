// npm run mutate: mutation testing. `npm run mutate -- --help` lists the options.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./install.mjs";
import { trackedFiles } from "./lib/files.mjs";
import { root } from "./lib/root.mjs";
import { groups } from "./mutation/groups.mjs";
import { leastScore, scoreOf, writeReport } from "./mutation/report.mjs";
import { isCurrent, readEquivalents, readResults, saveResults, summaryOf } from "./mutation/results.mjs";

const usage = `usage: npm run mutate -- [${Object.keys(groups).join(" | ")}] [options]
  --files GLOB   only files that match, such as "**/select.ts"
  --changed      only files that differ from the branch main, by themselves or in the test beside them
  --report       run nothing; write docs/mutation-report.md from the results at hand
Without options all groups run, and the report is written. With DATABASE_URL the kernel's tests use that server.`;

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: "string" },
    changed: { type: "boolean" },
    report: { type: "boolean" },
    help: { type: "boolean" },
  },
});
if (options.help || named.some((g) => !(g in groups))) {
  console.error(usage);
  process.exit(options.help ? 0 : 2);
}

ensureInstalled();
const { createFilter } = await import("vite");

const git = (...args) =>
  String(execFileSync("git", args, { cwd: root }))
    .split("\n")
    .filter(Boolean);

/** Returns the files that differ from the branch main. A changed test stands for the file that it tests. */
function changedFiles() {
  const [base = "HEAD"] = git("merge-base", "HEAD", "main");
  const files = [...git("diff", "--name-only", base), ...git("ls-files", "-o", "--exclude-standard")];
  return new Set(files.map((f) => f.replace(/\.test\.ts$/, ".ts")));
}

const changed = options.changed ? changedFiles() : undefined;
const productFiles = trackedFiles().filter((f) => !/\.test\.ts$|\/testing\//.test(f));
const isMatch = (glob) => createFilter(glob, undefined, { resolve: false });
const filesOf = ({ mutate, except = [] }) =>
  productFiles.filter((f) => isMatch(mutate)(f) && !except.includes(f));
const isChosen = (file) =>
  (!options.files || isMatch(options.files)(file)) && (!changed || changed.has(file));

/**
 * Splits a folder's files into pieces that take a few minutes each, so that an aborted run keeps the finished pieces.
 */
function piecesOf(files) {
  const mostLines = 400;
  const pieces = [];
  let lines = 0;
  for (const file of files) {
    const own = readFileSync(join(root, file), "utf8").split("\n").length;
    const last = pieces.at(-1);
    lines += own;
    if (last && dirname(last[0]) === dirname(file) && lines <= mostLines) last.push(file);
    else {
      pieces.push([file]);
      lines = own;
    }
  }
  return pieces;
}

/** Runs the tests of a folder against each mutant of its files. */
async function mutate(name, folder, files) {
  process.env.MUTATION_GROUP = name;
  process.env.MUTATION_FOLDER = folder;
  const { Stryker } = await import("@stryker-mutator/core");
  const stryker = new Stryker({
    mutate: files,
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "scripts/mutation/vitest.config.mjs", related: false },
    coverageAnalysis: "perTest",
    concurrency: 2,
    timeoutMS: 10_000,
    reporters: ["progress-append-only"],
    logLevel: "warn",
    warnings: false,
    ignorePatterns: ["/e2e", "/bench", "/docs", "/data", "/screenshots"],
    tempDirName: ".cache/mutation/work",
  });
  const mutants = await stryker.runMutationTest();
  const results = readResults();
  for (const file of files) {
    const own = mutants.filter((m) => m.fileName === join(root, file));
    results[file] = summaryOf(file, own);
  }
  saveResults(results);
}

function show(title, { caught, missed, score, open }) {
  for (const s of open)
    console.log(`  ${s.file}:${s.line}: ${s.from} → ${s.to}${s.isCovered ? "" : " (no test reaches it)"}`);
  console.log(`${title}: ${caught} of ${caught + missed} mutants caught, ${score.toFixed(1)} %`);
}

process.chdir(root);
const equivalents = readEquivalents();
const isWhole = !options.files && !options.changed;
const entries = Object.entries(groups).filter(([name]) => named.length === 0 || named.includes(name));
let isGood = true;
for (const [name, group] of options.report ? [] : entries) {
  const files = filesOf(group).filter(isChosen);
  if (files.length === 0) continue;
  const started = Date.now();
  for (const piece of piecesOf(files)) {
    console.log(piece.join(" "));
    await mutate(name, dirname(piece[0]), piece);
  }
  const results = readResults();
  const found = scoreOf(
    files.map((f) => [f, results[f]]),
    equivalents,
  );
  show(`${group.title} (${Math.round((Date.now() - started) / 1000)} s)`, found);
  if (found.score < leastScore) isGood = false;
}

if (options.report || (isWhole && named.length === 0)) {
  const results = readResults();
  const all = Object.values(groups).map((group) => {
    const files = filesOf(group);
    const current = files.filter((f) => isCurrent(f, results[f]));
    return {
      ...group,
      results: current.map((f) => [f, results[f]]),
      stale: files.filter((f) => !current.includes(f)),
    };
  });
  writeReport(all, equivalents);
  const unused = equivalents.unused(all.flatMap((group) => group.results.map(([file]) => file)));
  for (const e of unused)
    console.error(`scripts/mutation/equivalent.json: no survivor in ${e.file} is "${e.code}"`);
  if (unused.length > 0) isGood = false;
}
process.exitCode = isGood ? 0 : 1;
