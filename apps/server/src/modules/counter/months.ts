import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";

/**
 * Creates the monthly partitions for readings of these times, epoch ms. Call it before the transaction that inserts the
 * readings: this function runs separate transactions with the database rights of the platform.
 */
export async function ensureMonths(ctx: Ctx, times: readonly number[]): Promise<void> {
  const months = new Set(times.map((ms) => new Date(ms).toISOString().slice(0, 7)));
  for (const month of months) await ctx.db.platform(sql`select reading_month(${`${month}-01`}::date)`);
}
