import { randomInt } from "node:crypto";
import { errors, hasProof } from "@shotkeeper/contract/kernel";
import type { CallerDb } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { attemptsOf } from "./attempts.ts";
import { glyphs } from "./captcha-glyphs.ts";
import { drawCaptcha } from "./captcha-picture.ts";
import { hashSecret, randomSecret } from "./secret.ts";

const lifeMs = 5 * 60_000;
const characters = Object.keys(glyphs);
const length = 5;
/** Fewest leading zero bits of the proof of work, for an address without failures: about 16,000 hashes, < 0.1 s. */
const leastDifficulty = 14;
/** Most leading zero bits of the proof of work: about two million hashes, some seconds in a browser. */
const mostDifficulty = 21;

export interface NewCaptcha {
  readonly id: string;
  /** Picture as a data URL. */
  readonly image: string;
  /** Leading zero bits that the proof of work must have (`hasProof` in the contract). */
  readonly difficulty: number;
}

export interface CaptchaAnswer {
  readonly id: string;
  /** Characters that the user typed. */
  readonly answer: string;
  /**
   * Proof of work: text that the browser has found by trial. The hash of the captcha's id and this text begins with
   * `difficulty` zero bits.
   */
  readonly proof: string;
}

/**
 * Creates a captcha: a picture, and a proof of work that grows with the failures of the caller's address. The answer is
 * stored as a hash, is valid for five minutes and can be tried once.
 */
export async function makeCaptcha(db: CallerDb, now: number, address: string): Promise<NewCaptcha> {
  const text = Array.from({ length }, () => characters[randomInt(characters.length)]).join("");
  const id = randomSecret(16);
  const failures = await attemptsOf(db, address, now);
  const difficulty = Math.min(mostDifficulty, leastDifficulty + Math.floor(failures / 4));
  await db.platform(
    sql`delete from captcha where expires_at < ${new Date(now)}`,
    sql`
      insert into captcha (captcha_id, answer_hash, expires_at, difficulty)
      values (${id}, ${hashSecret(text)}, ${new Date(now + lifeMs)}, ${difficulty})
    `,
  );
  return { id, image: `data:image/png;base64,${drawCaptcha(text).toString("base64")}`, difficulty };
}

/**
 * Consumes the captcha, whether the answer is right or wrong. Throws wrongCaptcha (S0002) for a wrong or late answer,
 * and for a wrong proof of work.
 */
export async function spendCaptcha(
  db: CallerDb,
  now: number,
  c: CaptchaAnswer,
  bypass: string | undefined,
): Promise<void> {
  const [rows] = await db.platform(
    sql<{ answer_hash: string; expires_at: string; difficulty: number }>`
      delete from captcha where captcha_id = ${c.id} returning answer_hash, expires_at, difficulty
    `,
  );
  if (bypass && c.answer === bypass) return;
  const row = rows?.[0];
  if (
    !row ||
    Date.parse(row.expires_at) < now ||
    row.answer_hash !== hashSecret(c.answer.trim().toLowerCase()) ||
    !hasProof(c.id, c.proof, row.difficulty)
  )
    throw errors.wrongCaptcha();
}
