import type { CountFacts } from "@shotkeeper/contract/inventory";
import { AppError, errors, type Refusal } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { countScope, figures, stepColumns } from "./inventory-facts.ts";

/**
 * Throws if a rule of the contract refused a step of the stock-take. `r` is the rule's result; undefined means that the
 * step is allowed.
 */
export function refuse(r: Refusal | undefined): void {
  if (r) throw new AppError(r);
}

/** A stock-take, locked, with the facts that decide whether a step is allowed. */
export interface LockedCount extends CountFacts {
  /** First time at which a mold can be counted: start of the stock-take, or of its time window if this is earlier. */
  readonly beganAt: Date | string;
}

/**
 * Tolerance for the time at which a mold was counted, ms. A device without a connection knows the server's time only
 * roughly, so a counting may seem to be before the stock-take.
 */
const clockToleranceMs = 5 * 60_000;

/** Throws if the time at which a mold was counted (epoch ms) lies clearly before the stock-take began. */
export function requireBegun(count: LockedCount, countedAt: number): void {
  if (countedAt < new Date(count.beganAt).getTime() - clockToleranceMs)
    throw errors.invalidField("countedAt");
}

/**
 * Locks a stock-take until the end of the transaction. Throws unknownReference if the stock-take is outside the
 * caller's scope. Recording a result takes the lock "share", so that many users can count at once. Steps of the
 * stock-take take the lock "update", which excludes the lock "share".
 */
export async function lockCount(
  ctx: Ctx,
  tx: Tx,
  countId: string,
  mode: "share" | "update",
): Promise<LockedCount> {
  const { tenantId } = tx;
  const [state] = await tx.query(
    sql`select t.count_state
      from inventory_count t
      where t.tenant_id = ${tenantId} and t.count_id = ${countId} and ${countScope(ctx)} for ${sql.raw(mode)} of t`,
  );
  if (!state) throw errors.unknownReference("ivId");
  return countFacts(ctx, tx, countId);
}

/** Reads the facts that decide whether a step of a stock-take is allowed, such as the number of open molds. */
async function countFacts(ctx: Ctx, tx: Tx, countId: string): Promise<LockedCount> {
  // Reads the facts with tenant scope, because the steps depend on all lines of the stock-take.
  const everyone: Ctx = { ...ctx, who: { ...ctx.who, scope: { kind: "tenant" } } };
  const [row] = await tx.query(
    sql<LockedCount>`select t.count_state as "countState", least(t.window_from, t.started_at) as "beganAt",
          f.open::int as "openMolds", f.waiting::int as "surplusWaiting",
          ${stepColumns.partState(ctx)} as "partState", ${stepColumns.coversAll(ctx)} as "coversAll"
      from inventory_count t
        cross join lateral (${figures(everyone)}) f
        where t.tenant_id = ${tx.tenantId} and t.count_id = ${countId}`,
  );
  if (!row) throw errors.unknownReference("ivId");
  return row;
}

/** Table, key column and API name of each kind of row that a step of a stock-take changes. */
const tables = {
  count: ["inventory_count", "count_id", "INVENTORY_HD"],
  part: ["inventory_part", "part_id", "INVENTORY_PART"],
  line: ["inventory_line", "line_id", "INVENTORY_DT"],
} as const;

/** Returns one statement that changes a stock-take, a part or a line and writes the log entry. */
export function change(ctx: Ctx, what: keyof typeof tables, key: string, sets: Sql): Sql {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const [tab, id, wire] = tables[what];
  const isIt = sql`t.tenant_id = ${tenantId} and t.${sql.id(id)} = ${key}`;
  return sql`with old as (select to_jsonb(t) as before from ${sql.id(tab)} t where ${isIt}),
    done as (update ${sql.id(tab)} t
      set ${sets}, updated_by = ${userId}, updated_date = ${at}
      where ${isIt}
      returning app_row(t) as after)
    ${logInto(ctx, "update", wire)} ${key}, old.before, done.after from old, done returning 1`;
}

export const emitChange = (ctx: Ctx) => ctx.events.emit(ctx.who.tenantId, { type: "board" });
