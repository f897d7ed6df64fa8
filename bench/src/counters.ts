import { hashPassword } from "../../apps/server/src/kernel/auth/password.ts";
import { hashSecret } from "../../apps/server/src/kernel/auth/secret.ts";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { createTenant } from "../../apps/server/src/tenants/create-tenant.ts";

/** Secret of each counter. */
export const secret = "bench";
const day = 86_400_000;

/** A tenant with counters. */
export interface Counters {
  readonly tenantId: number;
  /** Ids of the counters in ascending order. */
  readonly ids: readonly number[];
  readonly chips: readonly string[];
}

let made = 0;

/**
 * Creates a tenant with counters. Each counter has a secret. It is bound to a mold with a standard cycle since the time
 * `boundAt`, epoch ms.
 */
export async function makeCounters(db: Db, size: number, boundAt = Date.now() - 30 * day): Promise<Counters> {
  const code = `bench-${process.pid}-${Date.now()}-${++made}`;
  const id = await createTenant(
    db,
    { code, fullName: code, adminHash: await hashPassword(code) },
    Date.now(),
  );
  const chips = Array.from({ length: size }, (_, i) => `${code}-${i + 1}`);
  await db.run(id, [
    sql`
      insert into organization (tenant_id, org_id, org_name, type, longitude, latitude, radius)
      values (${id}, 'O', 'O', 'oem', 121.5, 31.2, 2000)
    `,
    sql`
      insert into mold (
        tenant_id, mold_no, oem_id, plant_id, daily_maintenance_hours, major_maintenance_hours,
        planned_t0, handover_date, standard_cycle
      )
      select ${id}, c, 'O', 'O', 100, 1000, '2026-01-01', '2026-01-01', 60
      from unnest(${chips}::text[]) c
    `,
    sql`
      insert into mold_standard
      select ${id}, mold_id, '1970-01-01', 60000, 5
      from mold
      where tenant_id = ${id}
    `,
    sql`insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, secret_hash)
      select ${id}, c, c, 'NB', 1, true, true, ${hashSecret(secret)} from unnest(${chips}::text[]) c`,
    sql`select app_reserve_chips(${chips}::text[], '{}')`,
    sql`
      insert into counter_state (tenant_id, counter_id)
      select tenant_id, counter_id
      from counter
      where tenant_id = ${id}
    `,
  ]);
  // Without statistics, PostgreSQL compares each mold with each counter.
  await db.platform(sql`select app_analyze()`);
  const answers = await db.run(id, [
    sql`
      insert into binding (tenant_id, mold_id, counter_id, bound_at)
      select ${id}, m.mold_id, c.counter_id, ${new Date(boundAt)}
      from mold m
      join counter c on c.tenant_id = m.tenant_id and c.writer_id = m.mold_no
      where m.tenant_id = ${id}
    `,
    sql`select counter_id from counter where tenant_id = ${id} order by counter_id`,
  ]);
  await db.platform(sql`select app_analyze()`);
  return { tenantId: id, ids: (answers.at(-1) ?? []).map((r) => Number(r.counter_id)), chips };
}

/**
 * Returns reading number `n` of a counter, as the counter sends it. The readings are one minute apart and have one shot
 * each. They end some days ago, so no reading lies in the future.
 */
export const sentReading = (chip: string, n: number) => ({
  WRITER_IMIE: chip,
  COUNT_TIMES: 100 + n,
  sendTime: new Date(Math.floor(Date.now() / day) * day - 29 * day + n * 60_000).toISOString(),
  percentage: 88,
  Electricity_Mark: 0,
  rssi: -85,
  coordinate: "121.5,31.2",
  Remove_Sign: 0,
  Reader_Id: "",
});
