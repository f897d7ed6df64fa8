import { defineConfig } from "@playwright/test";
import { browserOptions } from "./src/browser.ts";

/**
 * Matches the tests that start their own servers or need none. They run while the demo's history is being generated.
 */
const apart = /(board|grid|tenant)\.spec\.ts/;
/** Matches tests that measure time. They run last, with nothing else on the machine. */
const timed = /slow-line\.spec\.ts/;

export default defineConfig({
  testDir: "src",
  outputDir: "../test-results",
  // Starts one real server for all tests, and stops it after the last test.
  globalSetup: "./src/global-setup.ts",
  // Two tests may run at once, even of one file, because every test creates the data that it changes.
  workers: 2,
  fullyParallel: true,
  // On a busy machine a test may time out. A real fault fails in both attempts.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  projects: [
    { name: "demo", testMatch: /demo\.setup\.ts/ },
    { name: "apart", testMatch: apart },
    { name: "journeys", testIgnore: [apart, timed], dependencies: ["demo"] },
    { name: "timed", testMatch: timed, dependencies: ["journeys"] },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: browserOptions(),
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    actionTimeout: 30_000,
    // Animations cost CPU time, and axe would measure colours in the middle of a transition.
    contextOptions: { reducedMotion: "reduce" },
    // Recording a trace takes a third of a test's time. So only the second attempt after a failure is recorded.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
});
