import { inflateSync } from "node:zlib";
import { findProof } from "@shotkeeper/contract/kernel";
import { beforeAll, expect, it } from "vitest";
import { testDb } from "../../testing/database.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { refusalOf } from "../testing/refusal.ts";
import { noon } from "../testing/test-ctx.ts";
import { addressKeys, countAttempt } from "./attempts.ts";
import { makeCaptcha, spendCaptcha } from "./captcha.ts";
import { hashSecret, randomSecret } from "./secret.ts";

let db: Db;
beforeAll(async () => {
  db = await testDb();
});

const address = "198.51.100.9";
/** Stores a captcha with a known answer in the same way as `makeCaptcha`. Returns the id of the captcha. */
async function known(answer: string, expiresAt = noon, difficulty = 0): Promise<string> {
  const id = randomSecret(16);
  await db.platform(
    sql`insert into captcha values (${id}, ${hashSecret(answer)}, ${new Date(expiresAt)}, ${difficulty})`,
  );
  return id;
}
const spend = (id: string, answer: string, bypass?: string, proof = "") =>
  spendCaptcha(db, noon, { id, answer, proof }, bypass);

it("draws pixels, stores the answer hashed for five minutes, and deletes expired ones", async () => {
  const [over, lives] = [await known("a", noon - 1), await known("a", noon)];
  const [a, b] = [await makeCaptcha(db, noon, address), await makeCaptcha(db, noon, address)];
  expect(a.id).toMatch(/^[\w-]{22}$/);
  expect(a.id).not.toBe(b.id);
  expect(a.image).not.toBe(b.image);
  const png = Buffer.from(a.image.replace("data:image/png;base64,", ""), "base64");
  expect(png.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const size = png.readUInt32BE(33);
  // The file holds nothing but pixels: a filter byte and one byte per pixel for each row.
  const pixels = inflateSync(png.subarray(41, 41 + size));
  expect([width, height, pixels.length]).toEqual([264, 84, (264 + 1) * 84]);
  expect(png.length).toBe(33 + 12 + size + 12);
  const dark = pixels.filter((p) => p > 0 && p < 128).length / pixels.length;
  expect(dark).toBeGreaterThan(0.04);
  expect(dark).toBeLessThan(0.4);
  const [rows] = await db.platform(
    sql`select captcha_id, answer_hash, expires_at from captcha where captcha_id = any(${[a.id, over, lives]})`,
  );
  expect(rows?.map((r) => r.captcha_id).sort()).toEqual([a.id, lives].sort());
  expect(rows?.find((r) => r.captcha_id === a.id)).toMatchObject({
    answer_hash: expect.stringMatching(/^[\w-]{43}$/),
    expires_at: new Date(noon + 5 * 60_000).toISOString(),
  });
});

it("accepts the answer once, ignoring case and spaces", async () => {
  const id = await known("ab3d");
  await spend(id, " AB3d ");
  expect(await refusalOf(() => spend(id, "ab3d"))).toBe("wrongCaptcha");
});

it("consumes a captcha also for a wrong answer", async () => {
  const id = await known("ab3d");
  expect(await refusalOf(() => spend(id, "ab3e"))).toBe("wrongCaptcha");
  expect(await refusalOf(() => spend(id, "ab3d"))).toBe("wrongCaptcha");
  expect(await refusalOf(() => spend("unknown", "ab3d"))).toBe("wrongCaptcha");
});

it("refuses an answer after five minutes", async () => {
  await spend(await known("a", noon), "a");
  const late = await known("a", noon - 1);
  expect(await refusalOf(() => spend(late, "a"))).toBe("wrongCaptcha");
});

it("demands a proof of work, and accepts it once", async () => {
  for (const proof of ["", "0", "x"]) {
    const id = await known("a", noon, 16);
    expect(await refusalOf(() => spend(id, "a", undefined, proof))).toBe("wrongCaptcha");
  }
  const id = await known("a", noon, 12);
  const proof = findProof(id, 12);
  await spend(id, "a", undefined, proof);
  expect(await refusalOf(() => spend(id, "a", undefined, proof))).toBe("wrongCaptcha");
});

it("demands more work from an address with failed log-ins", async () => {
  const from = async (ip: string) => (await makeCaptcha(db, noon, ip)).difficulty;
  expect(await from("198.51.100.10")).toBe(14);
  for (let i = 0; i < 12; i++) await countAttempt(db, noon, addressKeys("198.51.100.11"));
  expect(await from("198.51.100.11")).toBe(17);
  for (let i = 0; i < 18; i++) await countAttempt(db, noon, addressKeys("198.51.100.11"));
  expect(await from("198.51.100.11")).toBe(21);
});

it("accepts the bypass code if the server has one", async () => {
  const id = await known("ab3d", noon, 16);
  await spend(id, "test", "test");
  expect(await refusalOf(() => spend(id, "ab3d", "test"))).toBe("wrongCaptcha");
  expect(await refusalOf(() => spend("unknown", "", ""))).toBe("wrongCaptcha");
  await spend("unknown", "test", "test");
  expect(await refusalOf(() => spend("unknown", "other", "test"))).toBe("wrongCaptcha");
});
