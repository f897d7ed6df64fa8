import { beforeAll, expect, it } from "vitest";
import { testDb } from "../../testing/database.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { refusalOf } from "../testing/refusal.ts";
import { noon } from "../testing/test-ctx.ts";
import { makeCaptcha, spendCaptcha } from "./captcha.ts";
import { hashSecret, randomSecret } from "./secret.ts";

let db: Db;
beforeAll(async () => {
  db = await testDb();
});

/** Stores a captcha with a known answer in the same way as `makeCaptcha`. Returns the id of the captcha. */
async function known(answer: string, expiresAt = noon): Promise<string> {
  const id = randomSecret(16);
  await db.platform(sql`insert into captcha values (${id}, ${hashSecret(answer)}, ${new Date(expiresAt)})`);
  return id;
}
const spend = (id: string, answer: string, bypass?: string) => spendCaptcha(db, noon, id, answer, bypass);

it("draws four characters, stores the answer hashed for five minutes, and deletes expired ones", async () => {
  const [over, lives] = [await known("a", noon - 1), await known("a", noon)];
  const [a, b] = [await makeCaptcha(db, noon), await makeCaptcha(db, noon)];
  expect(a.id).toMatch(/^[\w-]{22}$/);
  expect(a.id).not.toBe(b.id);
  expect(a.svg).toMatch(/^<svg .*width="120" height="40"/);
  // The picture has six paths: four characters and two lines of noise.
  expect(a.svg.match(/<path /g)).toHaveLength(6);
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

it("accepts the bypass code if the server has one", async () => {
  const id = await known("ab3d");
  await spend(id, "test", "test");
  expect(await refusalOf(() => spend(id, "ab3d", "test"))).toBe("wrongCaptcha");
  expect(await refusalOf(() => spend("unknown", "", ""))).toBe("wrongCaptcha");
  await spend("unknown", "test", "test");
  expect(await refusalOf(() => spend("unknown", "other", "test"))).toBe("wrongCaptcha");
});
