// npm test: runs all parts except packages.
// npm test -- check | unit | components | server | citus | build | e2e | packages: runs the named parts.
// npm test -- full: runs all parts except packages, every server test on both engines, all tests that take turns
// (lib/turn.mjs), and long runs of the property tests.
// Options after a second -- go to the runner.
import { join } from "node:path";
import { check, report } from "./check.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureBuilt } from "./lib/builds.mjs";
import { root } from "./lib/root.mjs";
import { playwright, vitest } from "./lib/runners.mjs";
import { turnOf } from "./lib/turn.mjs";

const parts = ["check", "unit", "components", "server", "citus", "build", "e2e", "packages"];
/** Parts that run only if the command line names them, because they need the npm registry. */
const onlyByName = ["packages"];
const given = process.argv.slice(2);
const end = given.indexOf("--");
const chosen = end < 0 ? given : given.slice(0, end);
const extra = end < 0 ? [] : given.slice(end + 1);
const isFull = chosen.includes("full");
if (isFull) chosen.splice(chosen.indexOf("full"), 1);
const unknown = chosen.filter((p) => !parts.includes(p));
if (unknown.length > 0) {
  console.error(
    `usage: npm test -- [full] [${parts.join(" | ")}] [-- options of the runner]; not ${unknown.join(" ")}`,
  );
  process.exit(2);
}

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const failedTests = [];

async function part(name, title, work) {
  if (chosen.length > 0 ? !chosen.includes(name) : onlyByName.includes(name)) return;
  console.log(`\n── ${title}`);
  const started = Date.now();
  let found;
  try {
    found = await work();
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    found = { passed: 0, failed: 1, skipped: 0 };
  }
  for (const key of Object.keys(total)) total[key] += found[key];
  if (found.failed > 0) failures.push(title);
  failedTests.push(...(found.failedTests ?? []));
  console.log(
    `${title}: ${found.passed} passed, ${found.failed} failed, ${found.skipped} skipped; ${Math.round((Date.now() - started) / 1000)} s`,
  );
}

/** Returns the counts of checks; each check counts as one test. */
function counted(results) {
  report(results);
  const failed = results.filter((r) => r.errors.length > 0).length;
  return { passed: results.length - failed, failed, skipped: 0 };
}

ensureInstalled();
const serverDir = join(root, "apps", "server");
// Options of the runner choose tests by name or file. All of the chosen tests run, also those that take turns.
process.env.TEST_TURN = turnOf(isFull || extra.length > 0, process.env.TEST_TURN);
if (process.env.TEST_TURN !== "all")
  console.log(
    `Tests that take turns: group ${process.env.TEST_TURN} of 0 to 2. npm test -- full runs all groups.`,
  );
const { DATABASE_URL: databaseUrl, ...withoutDatabase } = process.env;

await part("check", "Format, lint, types, import rules", async () => counted(await check()));
/** In a full run, the unit test of the import reads 10,000 damaged spreadsheets instead of a few. */
const unitEnv = isFull ? { ...process.env, SHEET_MUTATIONS: "10000" } : process.env;
await part("unit", "Unit tests", () => vitest("unit", { env: unitEnv, args: extra }));
await part("components", "Component tests", async () => {
  const { findBrowser } = await import("./lib/browser.mjs");
  const browser = findBrowser();
  if (!browser) return { passed: 0, failed: 0, skipped: 1 };
  return vitest("components", {
    env: { ...process.env, CHROMIUM: browser },
    args: ["--config", join(root, "apps", "gallery", "vitest.config.ts"), ...extra],
  });
});

/** Folders of the server's tests whose result depends on the engine. These tests run on both engines. */
const engineSensitive = [
  "src/kernel",
  "src/telemetry/ledger",
  "src/jobs",
  "src/backup",
  "src/tenants",
  "src/testing",
  "src/modules/system/script",
];
/**
 * Folders of tests that run on the embedded database only: pure tests, tests of the embedded database itself, and the
 * demo, whose history is generated on the embedded database at the first start. Tests with simulated users that send
 * random requests run there too: on PostgreSQL their requests overlap differently in each run, so a failed seed could
 * not be repeated. `npm run torture` does long runs of these tests on PostgreSQL.
 */
const embeddedOnly = [
  "src/telemetry/core",
  "src/licence",
  "src/demo",
  "src/testing/clerk",
  "src/kernel/db/open.test",
  "src/kernel/db/checkpoint.test",
  "src/kernel/db/data-dir-lock.test",
];
/**
 * Tests that open their own embedded databases, with and without PostgreSQL. A short run would repeat them, so it runs
 * them only among the tests on PostgreSQL.
 */
const sameOnBoth = [
  "src/backup/backup.test.ts",
  "src/backup/restore-kill.test.ts",
  "src/kernel/db/migrate-database.test.ts",
  "src/tenants/own-rights.test.ts",
  "src/telemetry/ledger/archive/kill.test.ts",
];
/**
 * Environment variables by which a full run makes the longest tests longer: number of random cases (LEDGER_CASES),
 * and seeds of simulated months (MONTH_SEEDS).
 */
const long = isFull ? { LEDGER_CASES: "130", MONTH_SEEDS: "1,2,3" } : {};
const isWholeEmbedded = isFull || !databaseUrl;
/** Number of random cases in a short run. The ledger has most of its cases on PostgreSQL, which is faster. */
const embeddedLength = isWholeEmbedded ? long : { LEDGER_CASES: "6", PROPERTY_RUNS: "500" };
const postgresLength = isFull ? long : { LEDGER_CASES: "10" };

await part("server", "Server on the embedded database", () =>
  vitest("server-embedded", {
    dir: serverDir,
    env: { ...withoutDatabase, ...embeddedLength },
    args: [
      ...(isWholeEmbedded
        ? []
        : [...engineSensitive, ...embeddedOnly, ...sameOnBoth.map((f) => `--exclude=${f}`)]),
      ...extra,
    ],
  }),
);
/** Tests the server on the database of DATABASE_URL. */
const onPostgres = (name, env) =>
  vitest(name, {
    dir: serverDir,
    env: { ...env, ...postgresLength },
    args: [...embeddedOnly.flatMap((p) => (isFull ? [] : ["--exclude", `${p}{.ts,/**}`])), ...extra],
  });
if (databaseUrl)
  await part("server", "Server on PostgreSQL", () => onPostgres("server-postgresql", process.env));
await part("citus", "Server on a Citus cluster", () => {
  const { CITUS_URL } = process.env;
  if (CITUS_URL) return onPostgres("server-citus", { ...process.env, DATABASE_URL: CITUS_URL });
  console.log("CITUS_URL is not set: the server is not tested on a Citus cluster.");
  return { passed: 0, failed: 0, skipped: 1 };
});
await part("build", "Build", async () => {
  ensureBuilt();
  const { loginBudget } = await import("./lib/budget.mjs");
  const { noDevelopmentCode } = await import("./lib/product-only.mjs");
  const { shopFiles } = await import("./lib/shop-files.mjs");
  const build = { name: "web and server build", errors: [] };
  return counted([build, await loginBudget(), noDevelopmentCode(), await shopFiles()]);
});
await part("e2e", "Browser journeys", async () => {
  ensureBuilt();
  const { findBrowser } = await import("./lib/browser.mjs");
  const browser = findBrowser();
  if (!browser) return { passed: 0, failed: 0, skipped: 1 };
  return playwright("e2e", {
    dir: join(root, "e2e"),
    env: { ...withoutDatabase, CHROMIUM: browser, ...(extra.length > 0 ? { E2E_FILES: "chosen" } : {}) },
    args: extra,
  });
});

await part("packages", "Packed packages in fresh projects", async () => {
  const { testPackages } = await import("./packages/main.mjs");
  return testPackages(extra);
});

// Prints failed tests again at the end, where a reader of a long log looks first.
for (const test of failedTests) console.log(`\n✗ ${test}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
