import { errors } from "@shotkeeper/contract/kernel";
import type { CallerDb } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";

const most = 5;
const windowMs = 15 * 60_000;

/**
 * Counts a try of a user's second factor. Must be called before the try is checked, so that concurrent tries cannot
 * exceed the limit. After five wrong tries, throws tooManyAttempts (S0203) until 15 minutes have passed since the last
 * of them. A pause of 15 minutes also resets the number of tries.
 */
export async function countTry(db: CallerDb, tenantId: number, userId: string, now: number): Promise<void> {
  const start = new Date(now - windowMs);
  const [rows] = await db.run(tenantId, [
    sql<{ tries: number; last_at: string }>`
      insert into second_step_try as f (tenant_id, user_id, tries, last_at)
      values (${tenantId}, ${userId}, 1, ${new Date(now)})
      on conflict (tenant_id, user_id) do update
      set
        tries = case when f.last_at <= ${start}::timestamptz then 1 else f.tries + 1 end,
        -- The time of the last judged try stays, so that refused tries do not prolong the lock.
        last_at = case
          when f.last_at > ${start}::timestamptz and f.tries >= ${most}::int then f.last_at
          else excluded.last_at
        end
      returning tries, last_at
    `,
  ]);
  const row = rows?.[0];
  if (row && row.tries > most)
    throw errors.tooManyAttempts(Math.ceil((Date.parse(row.last_at) + windowMs - now) / 60_000));
}

/** Deletes the counted tries of a user. Called after a right code. */
export async function forgetTries(db: CallerDb, tenantId: number, userId: string): Promise<void> {
  await db.run(tenantId, [
    sql`delete from second_step_try where tenant_id = ${tenantId} and user_id = ${userId}`,
  ]);
}
