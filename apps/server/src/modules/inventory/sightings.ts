import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { change } from "./locking.ts";

/** Returns the caller's organization. Null for callers with tenant-wide scope. */
export const callerOrg = (ctx: Ctx): string | null => ("orgId" in ctx.who.scope ? ctx.who.scope.orgId : null);

/**
 * Records that the caller's organization has found a mold of another organization. The result of the mold does not
 * change: the mold's own organization sees the sighting and decides. The place defaults to the name of the caller's
 * organization.
 */
export async function recordSighting(ctx: Ctx, tx: Tx, lineId: string, place: string | null): Promise<void> {
  const org = callerOrg(ctx);
  const orgName = sql`(select o.org_name
    from organization o
    where o.tenant_id = ${tx.tenantId} and o.org_id = ${org})`;
  await tx.query(
    change(
      ctx,
      "line",
      lineId,
      sql`seen_place = coalesce(nullif(${place}::text, ''), ${orgName}, ${org}), seen_by = ${ctx.who.userId},
          seen_at = ${new Date(ctx.now)}, seen_org = ${org}`,
    ),
  );
}

/** Deletes the recorded sighting of a mold. */
export async function withdrawSighting(ctx: Ctx, tx: Tx, lineId: string): Promise<void> {
  await tx.query(
    change(ctx, "line", lineId, sql`seen_place = null, seen_by = null, seen_at = null, seen_org = null`),
  );
}
