import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";

// Two years of the demo are made behind the open doors: journeys beside that would tell of a busy machine only.
test("the demo's past is made", async () => {
  test.setTimeout(600_000);
  const { E2E_DEMO_MADE } = process.env;
  if (E2E_DEMO_MADE !== undefined)
    await expect.poll(() => existsSync(E2E_DEMO_MADE), { timeout: 590_000 }).toBe(true);
});
