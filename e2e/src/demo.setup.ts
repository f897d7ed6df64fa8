import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";

// Generates the two years of the demo's history while other tests run. Tests that must not be disturbed by this load
// depend on this set-up.
test("the history of the demo is generated", async () => {
  test.setTimeout(600_000);
  const { E2E_DEMO_MADE } = process.env;
  if (E2E_DEMO_MADE !== undefined)
    await expect.poll(() => existsSync(E2E_DEMO_MADE), { timeout: 590_000 }).toBe(true);
});
