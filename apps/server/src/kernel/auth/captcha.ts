import { errors } from "@shotkeeper/contract/kernel";
import svgCaptcha from "svg-captcha";
import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { hashSecret, randomSecret } from "./secret.ts";

const lifeMs = 5 * 60_000;

/** Creates a captcha. Its answer is stored as a hash, is valid for five minutes and can be tried once. */
export async function makeCaptcha(db: CallerDb, now: number): Promise<{ id: string; svg: string }> {
  const { data, text } = svgCaptcha.create({
    size: 4,
    ignoreChars: "0oO1iIlL",
    noise: 2,
    color: true,
    width: 120,
    height: 40,
    fontSize: 44,
  });
  const id = randomSecret(16);
  await db.platform(
    sql`delete from captcha where expires_at < ${new Date(now)}`,
    sql`
      insert into captcha (captcha_id, answer_hash, expires_at)
      values (${id}, ${hashSecret(text.toLowerCase())}, ${new Date(now + lifeMs)})
    `,
  );
  return { id, svg: data };
}

/**
 * Consumes the captcha, whether the answer is right or wrong. Throws wrongCaptcha (S0002) for a wrong or late answer.
 */
export async function spendCaptcha(
  db: CallerDb,
  now: number,
  id: string,
  answer: string,
  bypass: string | undefined,
): Promise<void> {
  const [rows] = await db.platform(
    sql<{ answer_hash: string; expires_at: string }>`
      delete from captcha where captcha_id = ${id} returning answer_hash, expires_at
    `,
  );
  if (bypass && answer === bypass) return;
  const row = rows?.[0];
  if (!row || Date.parse(row.expires_at) < now || row.answer_hash !== hashSecret(answer.trim().toLowerCase()))
    throw errors.wrongCaptcha();
}
