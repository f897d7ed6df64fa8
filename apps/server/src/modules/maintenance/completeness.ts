import { AppError, errors } from "@shotkeeper/contract/kernel";
import { type ItemResult, refuseIncomplete } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { LockedTask } from "./task-facts.ts";

const dayMs = 86_400_000;
const standardDeferDays = 30;

/**
 * Throws unless the results of a maintenance task answer all items of a checklist. The checklist must be for this kind
 * of maintenance and type of mold.
 */
export async function requireResults(
  tx: Tx,
  task: LockedTask,
  results: readonly ItemResult[],
): Promise<void> {
  const lists = await tx.query(
    sql<{ items: string }>`select c.items
      from checklist c
      join mold m on m.tenant_id = ${tx.tenantId} and m.mold_no = ${task.moldNo}
      where c.tenant_id = ${tx.tenantId}
        and c.checklist_kind = ${task.kind}
        and c.is_valid
        and (coalesce(c.mold_type, '') = '' or c.mold_type = m.mold_type)`,
  );
  const refusal = refuseIncomplete(
    lists.map((l) => l.items),
    results,
  );
  if (refusal) throw new AppError(refusal);
}

/** Throws if a deferral lasts longer than the tenant allows (parameter MAINTAIN_DEFER_DAYS). */
export async function requireShortDeferral(ctx: Ctx, tx: Tx, until: string): Promise<void> {
  const [row] = await tx.query(
    sql<{ days: number }>`select coalesce((
        select max(prm_value::int)
        from parameter
        where tenant_id = ${tx.tenantId} and prm_id = 'MAINTAIN_DEFER_DAYS' and prm_value ~ '^[0-9]{1,3}$'
      ), ${standardDeferDays}::int) as days`,
  );
  const days = row?.days ?? standardDeferDays;
  if (Date.parse(until) > ctx.now + days * dayMs) throw errors.deferredTooLong(days);
}
