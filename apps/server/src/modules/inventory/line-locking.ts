import type { countOutcome, countState } from "@shotkeeper/contract/inventory";
import type { EnumValue } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { isOwnLine, lineScope } from "./inventory-facts.ts";

/** A line of a stock-take that is locked until the end of the transaction. */
export interface Line {
  readonly lineId: string;
  readonly countId: string;
  readonly moldNo: string;
  readonly expected: boolean;
  readonly plantId: string | null;
  readonly outcome: EnumValue<typeof countOutcome> | null;
  readonly foundBy: string | null;
  readonly foundAt: string | null;
  /**
   * State of the part of the stock-take to which the line belongs. It is the part of the mold's plant, or for a surplus
   * mold the part of the plant that found it. Null if the stock-take has no such part.
   */
  readonly partState: EnumValue<typeof countState> | null;
  /**
   * Organization that has seen the mold although the mold belongs to another organization. Null without such a
   * sighting.
   */
  readonly seenOrg: string | null;
  /** True if the mold belongs to another organization than the caller's. */
  readonly isForeign: boolean;
}

const lineColumns = (ctx: Ctx) => sql`t.line_id as "lineId", t.count_id as "countId", t.mold_no as "moldNo",
    t.expected, t.plant_id as "plantId", t.outcome, t.found_by as "foundBy", t.found_at as "foundAt",
    t.seen_org as "seenOrg",
    (select p.part_state from inventory_part p
      where p.tenant_id = ${ctx.who.tenantId}
        and p.part_id = t.count_id || '/'
          || case when t.expected then coalesce(t.plant_id, '-') else t.found_org end) as "partState",
    t.expected and not ${isOwnLine(ctx, "t")} as "isForeign"`;

/**
 * Locks a mold's line in a stock-take. If two users count the mold at once, the second sees the result of the first.
 */
export async function lockLine(ctx: Ctx, tx: Tx, countId: string, moldNo: string): Promise<Line | undefined> {
  const [row] = await tx.query(
    sql<Line>`select ${lineColumns(ctx)}
      from inventory_line t
      where t.tenant_id = ${tx.tenantId} and t.count_id = ${countId} and t.mold_no = ${moldNo}
      for update`,
  );
  return row;
}

/**
 * Locks the line of a stock-take that meets the condition `where`. Returns undefined if no such line is in the caller's
 * scope.
 */
export async function lockVisible(ctx: Ctx, tx: Tx, where: Sql): Promise<Line | undefined> {
  const [row] = await tx.query(
    sql<Line>`select ${lineColumns(ctx)}
      from inventory_line t
      join inventory_count c on c.tenant_id = ${tx.tenantId} and c.count_id = t.count_id
      where t.tenant_id = ${tx.tenantId} and ${where} and ${lineScope(ctx, "t", "c")} for update of t`,
  );
  return row;
}
