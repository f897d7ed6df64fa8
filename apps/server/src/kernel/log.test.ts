import { expect, it } from "vitest";
import { logInto } from "./log.ts";
import { noon, testCtx } from "./testing/test-ctx.ts";
import { shown } from "./testing/toys.ts";

it.each([
  ["both", ", before, after"],
  ["before", ", before"],
  ["after", ", after"],
  ["none", ""],
] as const)("begins a log entry with %s of the images", (kept, columns) => {
  const at = new Date(noon).toISOString();
  expect(shown(logInto(testCtx(), "update", "BS_BOX", kept))).toBe(
    "insert into system_log (tenant_id, at, user_id, action, target, client_address, client_device," +
      ` target_key${columns})` +
      ` select ‹7›::int, ‹${at}›::timestamptz, ‹"ann"›::text, ‹"update"›::text, ‹"BS_BOX"›::text,` +
      " ‹null›::text, ‹null›::text,",
  );
});

it("writes both images by default", () => {
  expect(logInto(testCtx(), "update", "X")).toEqual(logInto(testCtx(), "update", "X", "both"));
});
