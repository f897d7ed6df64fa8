import { defineConfig } from "@playwright/test";
import { browserOptions } from "./src/browser.ts";

export default defineConfig({
  testDir: "src",
  outputDir: "../test-results",
  // One real server for all journeys, started before and stopped after them.
  globalSetup: "./src/global-setup.ts",
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: browserOptions(),
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    actionTimeout: 15_000,
    trace: "retain-on-failure",
  },
});
