import { expect, it } from "vitest";
import { refusalOf } from "../testing/refusal.ts";
import { ThreadPool } from "./thread-pool.ts";

/** One thread that hashes passwords. */
const newPool = () =>
  new ThreadPool<{ password: string; hash?: string }, string | boolean>("password-worker.mjs", 1, 3);

it("queues tasks up to its capacity, and refuses more at once", async () => {
  const pool = newPool();
  const began = performance.now();
  const runs = Array.from({ length: 4 }, () => pool.run({ password: "x" }));
  expect(await refusalOf(() => pool.run({ password: "x" }))).toBe("tooBusy");
  expect(performance.now() - began).toBeLessThan(40);
  for (const hash of await Promise.all(runs)) expect(hash).toMatch(/^\$argon2id\$/);
  expect(await pool.run({ password: "x" })).toMatch(/^\$argon2id\$/);
});

it("reports a failed task, and continues with the next one", async () => {
  const pool = newPool();
  const bad = pool.run({ password: "x", hash: "no hash" });
  const good = pool.run({ password: "x" });
  await expect(bad).rejects.toThrow();
  expect(await pool.run({ password: "x", hash: String(await good) })).toBe(true);
});

it("reports a task that cannot be sent to a thread, and continues with the next one", async () => {
  const pool = new ThreadPool<{ password: unknown }, string>("password-worker.mjs", 1, 3);
  await expect(pool.run({ password: () => {} })).rejects.toThrow();
  expect(await pool.run({ password: "x" })).toMatch(/^\$argon2id\$/);
});
