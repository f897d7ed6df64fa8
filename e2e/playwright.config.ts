import { defineConfig } from "@playwright/test";
import { browserOptions } from "./src/browser.ts";

/**
 * Matches the tests that start their own servers or need no server. They run while the history of the demo is
 * generated.
 */
const apart = /(board|grid|tenant)\.spec\.ts/;
/** Matches the longest of the tests in `apart`. They run first, so that no worker is idle at the end. */
const longest = /(board|tenant)\.spec\.ts/;
/** Matches the tests that measure time. They run last, when nothing else loads the machine. */
const timed = /slow-line\.spec\.ts/;

export default defineConfig({
  testDir: "src",
  outputDir: "../test-results",
  // Starts one real server for all tests. The server is stopped after the last test.
  globalSetup: "./src/global-setup.ts",
  // Two tests may run at the same time, even tests of one file, because each test creates the data that it changes.
  workers: 2,
  fullyParallel: true,
  // On a busy machine, a test may time out. A real defect fails in both attempts.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  projects: [
    { name: "demo", testMatch: /demo\.setup\.ts/ },
    { name: "servers", testMatch: longest },
    { name: "apart", testMatch: apart, testIgnore: longest },
    { name: "journeys", testIgnore: [apart, timed], dependencies: ["demo"] },
    { name: "timed", testMatch: timed, dependencies: ["journeys"] },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: browserOptions(),
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    actionTimeout: 30_000,
    // Turns animations off, because they take CPU time, and because axe would measure colours during a transition.
    contextOptions: { reducedMotion: "reduce" },
    // Recording a trace takes a third of the time of a test. So only the second attempt after a failure is recorded.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
});
