import { defineConfig } from "@playwright/test";
import { browserOptions } from "./src/browser.ts";

/**
 * Matches the tests that start their own servers or need no server. These tests run while demo.setup.ts generates the
 * demo's history.
 */
const apart = /(board|first-use|grid|offline|release|second-factor|shop-tenants|tenant)\.spec\.ts/;
/**
 * Matches the slowest of the tests that start their own servers (`apart`). They run first, because a slow test at the
 * end would leave a worker idle.
 */
const longest = /(board|\/tenant)\.spec\.ts/;
/** Matches the test that compares figures of the whole demo. It runs after all tests that change the demo. */
const figures = /figures\.spec\.ts/;
/** Matches the test that measures time. It runs last and alone, because any other test would slow it down. */
const timed = /slow-line\.spec\.ts/;

/**
 * True if the run names its test files (scripts/test.mjs). The tests `figures` and `timed` then wait only for the demo,
 * and not for all other tests.
 */
const chosen = process.env.E2E_FILES !== undefined;

export default defineConfig({
  testDir: "src",
  outputDir: "../test-results",
  // Starts one real server for all tests, and stops it after the last test (global-setup.ts).
  globalSetup: "./src/global-setup.ts",
  // Two tests may run at the same time, even tests of one file, because each test creates the data that it changes.
  workers: 2,
  fullyParallel: true,
  // Repeats a failed test once, because on a busy machine a test may time out by chance. A real defect fails in both
  // attempts.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  projects: [
    { name: "demo", testMatch: /demo\.setup\.ts/ },
    { name: "servers", testMatch: longest },
    { name: "apart", testMatch: apart, testIgnore: longest },
    { name: "journeys", testIgnore: [apart, figures, timed], dependencies: ["demo"] },
    { name: "figures", testMatch: figures, dependencies: [chosen ? "demo" : "journeys"] },
    { name: "timed", testMatch: timed, dependencies: chosen ? ["demo"] : ["servers", "apart", "figures"] },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: browserOptions(),
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    actionTimeout: 30_000,
    // Turns animations off, because they take CPU time, and because axe would measure colours during a transition.
    contextOptions: { reducedMotion: "reduce" },
    // Records only the second attempt after a failure, because recording a trace takes a third of the time of a test.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
});
