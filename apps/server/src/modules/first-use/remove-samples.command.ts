import { removeSamples, sampleParts } from "@shotkeeper/contract/first-use";
import { canBeSample, errors, snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { meaningOf } from "../../kernel/failures.ts";
import { logInto } from "../../kernel/log.ts";
import { handle, type TableImpl } from "../../kernel/registry.ts";
import { expectNoRealUses } from "../../kernel/samples.ts";
import { forgetBoards } from "../board/index.ts";
import { forgetMoldDays } from "../mold/index.ts";

/** Tables whose rows belong to a counter (`counter_id`), in the order of deletion. */
export const ofCounters = [
  "warning_checkpoint",
  "quarantine",
  "shot_hour",
  "counter_state",
  "connector_device",
] as const;
/** Tables whose rows belong to a mold (`mold_id`). */
export const ofMolds = [
  "mold_standard",
  "mold_version",
  "mold_visit",
  "mold_visit_mark",
  "mold_return_note",
  "mold_forecast",
  "mold_now",
  "maintenance_check",
] as const;

/**
 * Order in which the rows with the mark `is_sample` are deleted: a row is deleted before the rows to which it refers.
 */
const markedOrder = ["manufacturerBinding", "supplierBinding", "counter", "mold", "organization"];

/** Deletes the rows of a table that have the mark `is_sample`, with an entry in the system log for each. */
function deleteMarked(ctx: Ctx, { entity }: TableImpl): Sql {
  const key = sql.raw(entity.key.map((k) => `done.${snake(k)}`).join(" || '/' || "));
  return sql`
    with done as (
      delete from ${sql.id(snake(entity.name))} t
      where t.tenant_id = ${ctx.who.tenantId} and t.is_sample
      returning t.*
    ) ${logInto(ctx, "delete", entity.wire, "before")} ${key}, to_jsonb(done) - 'secret_hash'
    from done
    returning 1
  `;
}

export const removeSamplesImpl = (tables: readonly TableImpl[]) =>
  handle(removeSamples, async (ctx) => {
    const { tenantId } = ctx.who;
    const counters = sql`
      select c.counter_id
      from counter c
      where c.tenant_id = ${tenantId} and c.is_sample
    `;
    const molds = sql`
      select m.mold_id
      from mold m
      where m.tenant_id = ${tenantId} and m.is_sample
    `;
    const marked = tables
      .filter((t) => canBeSample(t.entity.fields))
      .sort((a, b) => markedOrder.indexOf(a.entity.name) - markedOrder.indexOf(b.entity.name));
    const statements = [
      ...expectNoRealUses(ctx, tables, sampleParts),
      sql`select app_remove_sample_readings()`,
      ...["warning", "binding"].map(
        (table) => sql`
          delete from ${sql.id(table)} t
          where t.tenant_id = ${tenantId} and (t.counter_id in (${counters}) or t.mold_id in (${molds}))
        `,
      ),
      ...ofCounters.map(
        (table) => sql`
          delete from ${sql.id(table)} t
          where t.tenant_id = ${tenantId} and t.counter_id in (${counters})
        `,
      ),
      ...ofMolds.map(
        (table) => sql`
          delete from ${sql.id(table)} t
          where t.tenant_id = ${tenantId} and t.mold_id in (${molds})
        `,
      ),
      ...forgetMoldDays(ctx),
      sql`
        delete from maintenance_task k
        where k.tenant_id = ${tenantId}
          and k.mold_no in (
            select m.mold_no
            from mold m
            where m.tenant_id = ${tenantId} and m.is_sample
          )
      `,
      sql<{ n: number }>`select count(*)::int as n from (${molds}) m`,
      ...marked.map((t) => deleteMarked(ctx, t)),
      sql`select app_free_chips()`,
    ];
    const at = statements.length - marked.length - 2;
    try {
      const rows = await ctx.db.run(tenantId, statements);
      if (rows.slice(at + 1, -1).every((deleted) => deleted.length === 0)) throw errors.nothingChanged();
      await forgetBoards(ctx);
      ctx.events.emit(tenantId, { type: "board" });
      ctx.events.emit(tenantId, { type: "counter", counters: [] });
      return { molds: Number(rows[at]?.[0]?.n ?? 0) };
    } catch (cause) {
      throw meaningOf(cause);
    }
  });
