import { defineConfig } from "@playwright/test";
import { browserOptions } from "./src/browser.ts";

/** Journeys with servers of their own, or none: they go on while the demo's past is made. */
const apart = /(board|grid|tenant)\.spec\.ts/;
/** What is timed has the machine for itself, after all others. */
const timed = /slow-line\.spec\.ts/;

export default defineConfig({
  testDir: "src",
  outputDir: "../test-results",
  // One real server for all journeys, started before and stopped after them.
  globalSetup: "./src/global-setup.ts",
  // A journey makes what it changes: two may go on at once, also of one file.
  workers: 2,
  fullyParallel: true,
  // On a busy machine a journey may run out of time; a fault of ours fails twice.
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
    // What moves costs a processor that two workers share, and a colour on its way to another is neither.
    contextOptions: { reducedMotion: "reduce" },
    // To keep a trace of everything takes a third of the time: of what failed once, the second attempt is kept.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
});
