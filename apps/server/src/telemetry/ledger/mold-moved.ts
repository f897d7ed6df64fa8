import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { factsChanged } from "./facts-changed.ts";
import { lockCounters } from "./slow-path.ts";
import { replayWarnings } from "./warning-replay.ts";

/**
 * Applies the move of a mold to another plant, which took effect at `at` (ms) but was entered later. Corrects the plant
 * in the versions of the mold from `at` on. Then replays the warnings from `at` on, because they were computed with the
 * position of the old plant.
 */
export async function movedSince(
  tx: Tx,
  { moldId, plantId, at }: { readonly moldId: number; readonly plantId: string; readonly at: number },
  now: number,
): Promise<void> {
  const { tenantId } = tx;
  const from = new Date(at);
  await tx.all([
    sql`
      insert into mold_version (
        tenant_id, mold_id, valid_from, plant_id, service_state, cycle_tolerance
      )
      select tenant_id, mold_id, ${from}::timestamptz, ${plantId}, service_state, cycle_tolerance
      from mold_version
      where tenant_id = ${tenantId} and mold_id = ${moldId} and valid_from <= ${from}
      order by valid_from desc
      limit 1
      on conflict (tenant_id, mold_id, valid_from) do nothing
    `,
    sql`
      update mold_version
      set plant_id = ${plantId}
      where tenant_id = ${tenantId} and mold_id = ${moldId} and valid_from >= ${from}
    `,
  ]);
  const ids = await tx.query(
    sql<{
      counter_id: number;
    }>`
      select distinct counter_id
      from binding
      where tenant_id = ${tenantId}
        and mold_id = ${moldId}
        and coalesce(unbound_at, 'infinity') > ${from}
      order by 1
    `,
  );
  const counters = await lockCounters(
    tx,
    ids.map((r) => Number(r.counter_id)),
  );
  const again = counters.map((counter) => ({ counter, firstAt: at, lastAt: now }));
  const statements = again.length > 0 ? await replayWarnings(tx, again, now) : [];
  statements.push(
    sql`
      update counter_state s
      set ${factsChanged}
      where tenant_id = ${tenantId} and counter_id = any(${counters.map((c) => c.counterId)})
    `,
  );
  await tx.all(statements);
}
