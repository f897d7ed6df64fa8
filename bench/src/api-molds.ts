import { hashPassword } from "../../apps/server/src/kernel/auth/password.ts";
import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { createTenant } from "../../apps/server/src/tenants/create-tenant.ts";

export const plants = 10;

/**
 * Creates a tenant with `size` molds. All columns of the molds are filled, each mold has a counter with readings, and
 * some molds have warnings.
 */
export async function makeMolds(db: Db, size: number): Promise<number> {
  const code = `bench-${process.pid}-${Date.now()}`;
  const id = await createTenant(
    db,
    { code, fullName: code, adminHash: await hashPassword(code) },
    Date.now(),
  );
  const now = new Date();
  const bound = new Date(now.getTime() - 30 * 86_400_000);
  await db.run(id, [
    sql`insert into organization (tenant_id, org_id, org_name, type, longitude, latitude, radius)
      select ${id}, o || i, 'Name of ' || o || i, t, 121.5, 31.2, 2000
      from (values ('O', 'oem'), ('P', 'plant'), ('M', 'maker')) x(o, t), generate_series(1, ${plants}::int) i`,
    sql`
      insert into customer (tenant_id, cust_id, cust_name)
      select ${id}, 'C' || i, 'Customer ' || i from generate_series(0, 49) i
    `,
    sql`
      insert into mold (
        tenant_id, mold_no, mold_name, mold_type, mold_age, cust_id, oem_id, plant_id, maker_id,
        project_no, project_name, project_manager, mold_pm, service_state, life_ten_thousands,
        cavities, product_no, product_platform, product_weight, standard_cycle, cycle_tolerance,
        raw_material, press_tonnage, daily_maintenance_hours, major_maintenance_hours, planned_t0,
        handover_date, runner_type, runner_name, opening_count, remark, created_by, created_date,
        updated_by, updated_date
      )
      select
        ${id}, 'M' || lpad(i::text, 6, '0'), 'Bumper, front, lower ' || (i * 7919 % 50000),
        'injection', i % 2, 'C' || i % 50, 'O' || i % ${plants} + 1,
        'P' || (i / 10) % ${plants} + 1, 'M' || (i / 100) % ${plants} + 1, 'PR' || i % 400,
        'Project ' || i % 400, 'Manager ' || i % 40, 'Engineer ' || i % 60, 0, 50 + i % 50,
        1 + i % 8, 'PN' || i, 'Platform ' || i % 20, 120.5 + i % 900, 30 + i % 60, 5, 'PP+EPDM-T20',
        800 + i % 2000, 200, 2000, '2024-03-01', '2024-06-01', 1 + i % 5, 'Valve gate ' || i % 5,
        i % 100000, 'Kept in bay ' || i % 300, 'admin',
        ${now}::timestamptz - i * interval '1 minute', 'admin', ${now}
      from generate_series(1, ${size}::int) i
    `,
    sql`
      insert into mold_standard
      select ${id}, mold_id, '1970-01-01', round(standard_cycle * 1000)::int, 5
      from mold
      where tenant_id = ${id}
    `,
    sql`
      insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled)
      select ${id}, 'C' || substr(mold_no, 2), ${code} || mold_no, 'NB', 1, true, true
      from mold
      where tenant_id = ${id}
    `,
    sql`
      insert into counter_state (
        tenant_id, counter_id, last_at, last_count, received_at, count_at, count, last_shots,
        last_cycle_ms, last_shot_at, battery, low_battery, rssi, lng, lat, removed, bound_shots
      )
      select
        ${id}, counter_id, ${now}::timestamptz - counter_id % 5000 * interval '1 minute', 5000,
        ${now}, ${now}, 5000, counter_id % 3, 45000,
        ${now}::timestamptz - counter_id % 5000 * interval '1 minute', 88, 0, -85, 121.5, 31.2, 0,
        counter_id % 90000
      from counter
      where tenant_id = ${id}
    `,
  ]);
  // Updates the planner's statistics. Without them, the planner would join molds and counters by a nested loop.
  await db.platform(sql`select app_analyze()`);
  await db.run(id, [
    sql`
      insert into binding (tenant_id, mold_id, counter_id, bound_at)
      select ${id}, m.mold_id, c.counter_id, ${bound}
      from mold m
      join counter c on c.tenant_id = m.tenant_id and c.writer_id = 'C' || substr(m.mold_no, 2)
      where m.tenant_id = ${id}
    `,
    sql`
      insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at)
      select ${id}, 'silent', 1, mold_id, counter_id, ${now}, ${now}
      from binding
      where tenant_id = ${id} and mold_id % 25 = 0
    `,
  ]);
  await db.platform(sql`select app_analyze()`);
  return id;
}
