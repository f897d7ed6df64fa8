import type { CountPreview } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { previewCounts, type Touched } from "../mold/index.ts";
import { shotsOfOrders } from "../production/index.ts";

/** Molds, counters and binding that the input of a command names. */
interface Named {
  readonly moldNos?: readonly (string | null)[];
  readonly writerIds?: readonly string[];
  readonly bindingId?: number;
}

/**
 * Returns the molds and counters whose figures a command on bindings may change: the named molds and counters, the
 * counter of the named binding, the counters that are on the named molds now, and all molds to which any of these
 * counters was ever bound.
 */
async function touchedBy(ctx: Ctx, { moldNos = [], writerIds = [], bindingId = 0 }: Named): Promise<Touched> {
  const { tenantId } = ctx.who;
  const named = moldNos.filter((no) => no !== null);
  const [counters] = await ctx.db.run(tenantId, [
    sql<{ id: number }>`
      select c.counter_id as id
      from counter c
      where c.tenant_id = ${tenantId} and c.writer_id = any(${writerIds})
      union
      select b.counter_id
      from binding b
      left join mold m on m.tenant_id = ${tenantId} and m.mold_id = b.mold_id
      where b.tenant_id = ${tenantId}
        and (b.binding_id = ${bindingId} or b.unbound_at is null and m.mold_no = any(${named}))
    `,
  ]);
  const counterIds = counters.map((c) => c.id);
  const [molds] = await ctx.db.run(tenantId, [
    sql<{ id: number }>`
      select m.mold_id as id
      from mold m
      where m.tenant_id = ${tenantId} and m.mold_no = any(${named})
      union
      select b.mold_id
      from binding b
      where b.tenant_id = ${tenantId} and b.counter_id = any(${counterIds})
    `,
  ]);
  return { moldIds: molds.map((m) => m.id), counterIds };
}

/** Runs a command on bindings in a dry run. Returns the changes of figures, orders and warnings. */
export async function previewBinding(
  ctx: Ctx,
  named: Named,
  run: () => Promise<CountPreview["missed"]>,
): Promise<CountPreview> {
  return previewCounts(ctx, await touchedBy(ctx, named), run, shotsOfOrders);
}
