import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";

// Generates the demo's two years of history while other tests run. Tests that need a calm machine depend on this
// set-up.
test("the demo's past is made", async () => {
  test.setTimeout(600_000);
  const { E2E_DEMO_MADE } = process.env;
  if (E2E_DEMO_MADE !== undefined)
    await expect.poll(() => existsSync(E2E_DEMO_MADE), { timeout: 590_000 }).toBe(true);
});
