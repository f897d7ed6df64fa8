import { defineConfig } from "@playwright/test";
import { browserOptions } from "./src/browser.ts";

/** These tests start their own servers or need none, so they run while the demo's history is generated. */
const apart = /(board|grid|tenant)\.spec\.ts/;
/** Timed tests run last and alone on the machine. */
const timed = /slow-line\.spec\.ts/;

export default defineConfig({
  testDir: "src",
  outputDir: "../test-results",
  // Starts one real server for all tests and stops it afterwards.
  globalSetup: "./src/global-setup.ts",
  // Every test creates the data that it changes, so two tests may run at once, also of one file.
  workers: 2,
  fullyParallel: true,
  // On a busy machine a test may time out. A real fault fails twice.
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
    // A trace takes a third of the time, so only the second attempt after a failure is recorded.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
});
