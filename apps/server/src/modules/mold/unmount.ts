import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

const unmount = (ctx: Ctx, moldNo: string, at: Date, why: string | null, where: Sql): Sql => sql`
  update device_mold t
  set
    unmounted_at = greatest(${at}::timestamptz, s.soonest),
    unmounted_by = ${ctx.who.userId}, unmount_reason = ${why}, updated_by = ${ctx.who.userId},
    updated_date = ${new Date(ctx.now)}
  from (
    -- Adds to a time without a zone, because Citus allows only immutable functions in an UPDATE.
    select x.mount_id, (x.mounted_at at time zone 'UTC' + interval '1 second') at time zone 'UTC' as soonest
    from device_mold x
    where x.tenant_id = ${ctx.who.tenantId} and x.mold_no = ${moldNo} and x.unmounted_at is null
  ) s
  where t.tenant_id = ${ctx.who.tenantId}
    and t.mount_id = s.mount_id
    and t.unmounted_at is null
    and ${where}
`;

/**
 * Returns a statement that ends the open mounting of a mold, if it has one. Used when a mold leaves its plant, for
 * example by a transfer.
 */
export const unmountAll = (ctx: Ctx, moldNo: string, at: Date, why: string): Sql =>
  unmount(ctx, moldNo, at, why, sql.raw("true"));

/** Returns a statement that ends the open mounting of a mold on a machine that is not at the mold's plant. */
export const unmountElsewhere = (ctx: Ctx, moldNo: string): Sql =>
  unmount(
    ctx,
    moldNo,
    new Date(ctx.now),
    null,
    sql`
      exists (
        select
        from device d
        join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_no = t.mold_no
        where d.tenant_id = ${ctx.who.tenantId}
          and d.device_id = t.device_id
          and d.plant_id is distinct from m.plant_id
      )
    `,
  );
