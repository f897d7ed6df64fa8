import { describe, expect, it } from "vitest";
import type { CallerDb } from "../db/db.ts";
import { Storage } from "./storage.ts";

const megabyte = 1024 * 1024;

/** Returns the storage of a database that answers when the test says so. */
function slowStorage() {
  const waiting: { readonly answer: (stored: number) => void; readonly fail: () => void }[] = [];
  const run = () =>
    new Promise((resolve, reject) => {
      const answer = (stored: number) => resolve([[{ limit_mb: null, stored }]]);
      waiting.push({ answer, fail: () => reject(new Error("the database is down")) });
    });
  const db = { run } as Partial<CallerDb> as CallerDb;
  return { storage: new Storage(db, 1), waiting };
}

describe("the storage of a tenant", () => {
  it("counts an upload that was stored after another upload had asked for the stored bytes", async () => {
    const { storage, waiting } = slowStorage();
    const [first, second] = [storage.reserve(1), storage.reserve(1)];
    waiting[0]?.answer(0);
    const space = await first;
    space.take(megabyte);
    space.end(true);
    waiting[1]?.answer(0);
    const other = await second;
    expect(() => other.take(1)).toThrow("S0380");
    other.end(false);
  });

  it("forgets an upload whose stored bytes cannot be read", async () => {
    const { storage, waiting } = slowStorage();
    const [first, second] = [storage.reserve(1), storage.reserve(1)];
    waiting[1]?.answer(megabyte);
    waiting[0]?.fail();
    await expect(first).rejects.toThrow("down");
    await expect(second).rejects.toThrow("down");
    const next = storage.reserve(1);
    waiting[2]?.answer(0);
    (await next).take(megabyte);
  });
});
