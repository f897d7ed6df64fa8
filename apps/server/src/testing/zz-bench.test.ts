import { it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { noon, withServer, logIn, where } from "./server.ts";
import { TestTenant } from "./tenant.ts";
import { systemCtxOf } from "./job.ts";
import { raiseTasks } from "../modules/maintenance/index.ts";
import { tellWarnings } from "../modules/warning/index.ts";

const N = Number(process.env.N ?? 5000), H = Number(process.env.H ?? 1000);
it("bench", { timeout: 1_200_000 }, async () => {
  const s = await withServer();
  const now = Date.parse("2026-05-20T12:40:00Z");
  let [found] = await s.app.db.platform(sql`select tenant_id, code from tenant where tenant_id = 1`);
  let t: TestTenant;
  if (!found?.length) {
    t = await TestTenant.create(s);
    const id = t.id;
    const begin = performance.now();
    await t.rows(sql`insert into organization (tenant_id, org_id, org_name, type, longitude, latitude) select ${id}, 'PL'||i, 'Plant '||i, 'plant', 113, 23 from generate_series(1,20) i`);
    await t.rows(sql`insert into mold (tenant_id, mold_no, mold_name, oem_id, plant_id, maker_id, standard_cycle, life_ten_thousands, daily_maintenance_hours, major_maintenance_hours, planned_t0, handover_date, created_date, updated_date)
      select ${id}, 'MD'||lpad(i::text,5,'0'), 'Mold '||i, 'O'||(1+i%2), 'PL'||(1+(i*7)%20), 'M'||(1+(i/100)%2), 30, 100, 2000, 20000, '2025-01-01','2025-01-01', now(), now() from generate_series(1,${N}::int) i`);
    await t.rows(sql`insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled) select ${id}, 'W'||lpad(i::text,5,'0'), 'C'||i, 'LTE', 1, true, false from generate_series(1,${N}::int) i`);
    await t.rows(sql`insert into binding (tenant_id, mold_id, counter_id, bound_at) select ${id}, m.mold_id, c.counter_id, '2026-01-01' from mold m join counter c on c.tenant_id = ${id} and substr(c.writer_id, 2) = substr(m.mold_no, 3) where m.tenant_id = ${id}`);
    const last = new Date(now - 10 * 60_000);
    await t.rows(sql`insert into counter_state (tenant_id, counter_id, last_at, count_at, count, last_shots, last_cycle_ms, last_shot_at, bound_shots, battery, rssi)
      select ${id}, counter_id, ${last}, ${last}, 100000, case when counter_id%3=0 then 0 else 100 end, 30500, ${last}, 100000, 80, -80 from counter where tenant_id = ${id}`);
    for (const m of ["2026-04-01", "2026-05-01"]) await t.rows(sql`select reading_month(${m}::date)`);
    for (let h = H; h >= 0; h -= 50) {
      const f = new Date(now - h * 3_600_000), u = new Date(now - Math.max(0, h - 49) * 3_600_000);
      await t.rows(sql`insert into reading (tenant_id, counter_id, at, count, received_at, door, flags, battery)
        select ${id}, c.counter_id, h, 1000 + 100 * extract(epoch from h - '2026-01-01'::timestamptz)::int / 3600, h, 1, 0, 80 from generate_series(${f}::timestamptz, ${u}::timestamptz, interval '1 hour') h, counter c where c.tenant_id = ${id}`);
      await t.rows(sql`insert into shot_hour select ${id}, b.mold_id, date_trunc('hour', h), b.counter_id, 100, 3050000, 3050000, 100, 29000, 32000, 95, 2, 3, 0 from generate_series(${f}::timestamptz, ${u}::timestamptz, interval '1 hour') h, binding b where b.tenant_id = ${id}`);
    }
    await t.rows(sql`insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at) select ${id}, 'cycleSlow', 1, mold_id, counter_id, ${new Date(now)}::timestamptz - (row_number() over ()) * interval '1 min', ${new Date(now)} from binding where tenant_id = ${id} limit 300`);
    console.log("generated", Math.round(performance.now() - begin), "tenant", id);
  } else { t = Object.assign(Object.create(TestTenant.prototype), { server: s, id: Number(found[0].tenant_id), code: "x" }); }
  s.clock.now = now;
  if (process.env.VACUUM) { const pg = await import("pg"); const c = new pg.default.Client({ connectionString: process.env.DATABASE_URL }); await c.connect(); await c.query("vacuum analyze"); await c.end(); }
  const admin = await logIn(s, t.id, "admin");
  const plant = await (async () => { await t.rows(sql`update organization set org_id = org_id where tenant_id = ${t.id}`.compile() && sql`select 1`); return t.user("PL3"); })();
  const time = async (name: string, f: () => Promise<unknown>) => {
    const ms: string[] = [];
    for (let i = 0; i < 8; i++) { const b = performance.now(); await f(); ms.push((performance.now() - b).toFixed(0)); }
    console.log(name.padEnd(44), ms.join(" "));
  };
  await time("workplace", () => admin.run("rf_Workplace"));
  await time("workplace plant user", () => plant.run("rf_Workplace"));
  await time("plant board all", () => admin.run("rf_PlantBoard"));
  await time("plant board PL3", () => admin.run("rf_PlantBoard", { PLANT_ID: "PL3" }));
  await time("status page", () => admin.list("PO102", "Q01", { Limit: 50 }));
  await time("status sorted by shots today", () => admin.list("PO102", "Q01", { Limit: 50, Sort: [{ Field: "SHOTS_TODAY", Sort: "desc" }] }));
  await time("status all 5000", () => admin.list("PO102", "Q01", { Limit: 5000 }));
  await time("cycle hours of a mold", () => admin.list("PO103", "Q01", where("MOLD_NO", "MD00777")));
  await time("cycle hours unfiltered", () => admin.list("PO103", "Q01", { Limit: 50 }));
  await time("series day", () => admin.run("rf_ShotSeries", { MOLD_NO: "MD00777", FROM: "2026-01-01", TO: "2026-06-01", BUCKET: "day" }));
  await time("log of a counter", () => admin.list("CT102", "Q01", { Limit: 50, ...where("WRITER_ID", "W00777") }));
  await time("log of a counter, LIKE", () => admin.list("CT102", "Q01", { Limit: 50, ...where("WRITER_ID", "W0077", "LIKE") }));
  await time("log of a mold", () => admin.list("CT102", "Q01", { Limit: 50, ...where("MOLD_NO", "MD00777") }));
  await time("log unfiltered", () => admin.list("CT102", "Q01", { Limit: 50 }));
  await time("log of today", () => admin.list("CT102", "Q01", { Limit: 50, ...where("sendTime", "2026-05-20T00:00:00Z", "GT") }));
  await time("log quarantined", () => admin.list("CT102", "Q01", { Limit: 50, ...where("QUARANTINE", "rate") }));
  await time("log of a plant's user", () => plant.list("CT102", "Q01", { Limit: 50 }));
  await time("warnings", () => admin.list("WA100", "Q01", { Limit: 50 }));
  await time("job: notices", () => tellWarnings(systemCtxOf(t)));
  await time("job: maintenance", () => raiseTasks(systemCtxOf(t)));
  s.clock.now += 3_600_000;
  await time("job: maintenance, an hour later", () => raiseTasks(systemCtxOf(t)));
});
