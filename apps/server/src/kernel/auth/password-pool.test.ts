import { expect, it } from "vitest";
import { refusalOf } from "../testing/refusal.ts";
import { PasswordPool } from "./password-pool.ts";

it("queues passwords up to its capacity, and refuses more at once", async () => {
  const pool = new PasswordPool(1, 3);
  const began = performance.now();
  const runs = Array.from({ length: 4 }, () => pool.run({ password: "x" }));
  expect(await refusalOf(() => pool.run({ password: "x" }))).toBe("tooBusy");
  expect(performance.now() - began).toBeLessThan(40);
  for (const hash of await Promise.all(runs)) expect(hash).toMatch(/^\$argon2id\$/);
  expect(await pool.run({ password: "x" })).toMatch(/^\$argon2id\$/);
});

it("reports a failed job, and continues with the next one", async () => {
  const pool = new PasswordPool(1, 3);
  const bad = pool.run({ password: "x", hash: "no hash" });
  const good = pool.run({ password: "x" });
  await expect(bad).rejects.toThrow();
  expect(await pool.run({ password: "x", hash: String(await good) })).toBe(true);
});
