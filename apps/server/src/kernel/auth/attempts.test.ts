import { beforeAll, describe, expect, it } from "vitest";
import { testDb } from "../../testing/database.ts";
import type { Db } from "../db/db.ts";
import { refusalOf } from "../testing/refusal.ts";
import { noon } from "../testing/test-ctx.ts";
import {
  type AttemptKey,
  addressKeys,
  attemptKey,
  countAttempt,
  forgiveAttempt,
  networkOf,
  uncountAttempt,
} from "./attempts.ts";
import { randomSecret } from "./secret.ts";

const minute = 60_000;
let db: Db;
beforeAll(async () => {
  db = await testDb();
});
const account = () => attemptKey("account", randomSecret());
const count = (keys: readonly AttemptKey[], at = noon) => countAttempt(db, at, keys);
const waits = (keys: readonly AttemptKey[], at = noon) => refusalOf(() => count(keys, at));

describe("counted attempts", () => {
  it("pass five times, and then after a delay that doubles up to an hour", async () => {
    const key = [account()];
    for (let i = 0; i < 5; i++) await count(key);
    let at = noon;
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await waits(key, at)).toBe(`tooManyAttempts ${minutes}`);
      expect(await waits(key, at + minutes * minute - 1)).toBe("tooManyAttempts 1");
      at += minutes * minute;
      await count(key, at);
    }
    // One attempt is forgotten every four hours, so that after two days none is left.
    at += 48 * 60 * minute;
    for (let i = 0; i < 5; i++) await count(key, at);
    expect(await waits(key, at)).toBe("tooManyAttempts 1");
  });

  it("are counted once each, although they arrive together", async () => {
    const key = [account()];
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => count(key)));
    expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(5);
  });

  it("are counted under all keys or none", async () => {
    const [a, b] = [account(), account()];
    for (let i = 0; i < 5; i++) await count([a]);
    for (let i = 0; i < 9; i++) expect(await waits([a, b])).toBe("tooManyAttempts 1");
    for (let i = 0; i < 5; i++) await count([b]);
    expect(await waits([b])).toBe("tooManyAttempts 1");
  });

  it("are forgotten for a person after a success, and once for an address", async () => {
    const one = account();
    const many = addressKeys("203.0.113.77");
    for (let i = 0; i < 4; i++) await count([one, ...many]);
    await forgiveAttempt(db, [one, ...many]);
    for (let i = 0; i < 5; i++) await count([one]);
    expect(await waits([one])).toBe("tooManyAttempts 1");
    for (let i = 0; i < 27; i++) await count(many);
    expect(await waits(many)).toBe("tooManyAttempts 1");
    await uncountAttempt(db, many);
    await count(many);
    expect(await waits(many)).toBe("tooManyAttempts 1");
  });

  it("are limited for an address and for its network", async () => {
    const from = (i: number) => addressKeys(`203.0.114.${i % 200}`);
    for (let i = 0; i < 100; i++) await count(from(i));
    expect(await waits(from(150))).toBe("tooManyAttempts 1");
    await count(addressKeys("203.0.115.1"));
  });

  it("ignore a delay that a wrong clock has set", async () => {
    const key = [account()];
    const tomorrow = noon + 24 * 60 * minute;
    for (let i = 0; i < 5; i++) await count(key, tomorrow);
    expect(await waits(key, tomorrow)).toBe("tooManyAttempts 1");
    await count(key);
  });
});

it("derives the network of an address", () => {
  expect(networkOf("192.0.2.7")).toBe("192.0.2.0/24");
  expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.0/24");
  for (const ip of [
    "2001:db8:0:7::1",
    "2001:DB8::7:0:0:0:9",
    "2001:0db8:0000:0007:1:2:3:4",
    "2001:db8:0:7::1%eth0",
  ])
    expect(networkOf(ip)).toBe("2001:db8:0:7::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
  expect(networkOf("unknown")).toBe("unknown");
});
