// Runs a test runner, shows its output, and reads the numbers of passed and failed tests from its JSON report.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./root.mjs";

const reports = join(root, ".cache", "tests");

/** Timeout of a test runner, ms. A runner that takes longer counts as a failure and does not block the others. */
const longestMs = 45 * 60_000;

function run(args, cwd, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
    const late = setTimeout(() => {
      console.error(`stopped after ${longestMs / 60_000} minutes`);
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
    }, longestMs);
    child.on("exit", (code, signal) => {
      clearTimeout(late);
      if (signal) console.error(`the runner was ended by ${signal}`);
      resolve(code ?? 1);
    });
  });
}

function reportFile(name) {
  mkdirSync(reports, { recursive: true });
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Returns the counts of a test runner's run. A runner that fails without a failed test (load error, crash) counts as
 * one failure.
 */
function counts(code, passed, failed, skipped, failedTests) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped, failedTests };
}

/** Returns the first lines of a message, without colours. */
function firstLines(message = "") {
  return stripVTControlCharacters(message).split("\n").slice(0, 12).join("\n    ");
}

/** Returns name and message of each failed test of vitest's report, and of each file that could not be loaded. */
function failedOfVitest(files) {
  return files
    .filter((file) => file.status === "failed")
    .flatMap((file) => {
      const name = relative(root, file.name);
      const failed = file.assertionResults.filter((test) => test.status === "failed");
      if (failed.length === 0) return [`${name}\n    ${firstLines(file.message)}`];
      return failed.map((test) => `${name}: ${test.fullName}\n    ${firstLines(test.failureMessages[0])}`);
    });
}

/** Returns name and message of each failed test of Playwright's report, whose suites are nested. */
function failedOfPlaywright(suites) {
  return suites.flatMap((suite) => [
    ...failedOfPlaywright(suite.suites ?? []),
    ...(suite.specs ?? [])
      .filter((spec) => !spec.ok)
      .map((spec) => {
        const message = spec.tests.flatMap((t) => t.results).find((r) => r.error)?.error.message;
        return `${spec.file}: ${spec.title}\n    ${firstLines(message)}`;
      }),
  ]);
}

export async function vitest(name, { dir = root, env = process.env, args = [] } = {}) {
  const file = reportFile(name);
  const program = join(root, "node_modules", "vitest", "vitest.mjs");
  const options = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await run([program, ...options, ...args], dir, env);
  const r = read(file);
  const broken = (r?.testResults ?? []).filter(
    (t) => t.status === "failed" && t.assertionResults.length === 0,
  );
  return counts(
    code,
    r?.numPassedTests ?? 0,
    (r?.numFailedTests ?? 0) + broken.length,
    (r?.numPendingTests ?? 0) + (r?.numTodoTests ?? 0),
    failedOfVitest(r?.testResults ?? []),
  );
}

export async function playwright(name, { dir, env, args = [] }) {
  const file = reportFile(name);
  const program = join(root, "node_modules", "@playwright", "test", "cli.js");
  const code = await run([program, "test", "--reporter=list,json", ...args], dir, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const r = read(file);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = r?.stats ?? {};
  return counts(code, expected + flaky, unexpected, skipped, failedOfPlaywright(r?.suites ?? []));
}
