import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { businessMetrics } from "./business-metrics.ts";
import { HttpTestServer } from "./testing/http-test-server.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "..", "deploy", "monitoring");
const text = (name: string) => readFileSync(join(folder, name), "utf8");

const promtool = process.env.PROMTOOL ?? "promtool";
const hasPromtool = spawnSync(promtool, ["--version"]).status === 0;

describe("the files for Prometheus and Grafana", () => {
  let server: HttpTestServer;
  let metrics: string;
  beforeAll(async () => {
    server = await HttpTestServer.start({ mqttPort: undefined });
    metrics = (await server.http.inject({ url: "/metrics", remoteAddress: "127.0.0.1" })).body;
  });
  afterAll(() => server.stop());

  it.each(["alerts.yml", "alerts.test.yml", "dashboard.json"])("%s names existing metrics only", (name) => {
    const named = text(name).match(/\b(shotkeeper|process|nodejs)_[a-z0-9_]+/g) ?? [];
    expect(named.length).toBeGreaterThan(5);
    const kinds = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+)/gm), (m) => m[1]));
    const isKnown = (n: string) => kinds.has(n) || kinds.has(n.replace(/_(bucket|sum|count)$/, ""));
    expect(named.filter((n) => !isKnown(n))).toEqual([]);
  });

  it("the dashboard has a query and a description in each panel, and no panel covers another", () => {
    const { panels } = JSON.parse(text("dashboard.json")) as {
      panels: {
        description: string;
        targets: { expr: string }[];
        gridPos: Record<"x" | "y" | "w" | "h", number>;
      }[];
    };
    const taken = new Set<string>();
    for (const { description, targets, gridPos: g } of panels) {
      expect(description).not.toBe("");
      expect(targets.every((t) => t.expr !== "")).toBe(true);
      for (let x = g.x; x < g.x + g.w; x++)
        for (let y = g.y; y < g.y + g.h; y++) {
          expect(taken.has(`${x} ${y}`)).toBe(false);
          taken.add(`${x} ${y}`);
          expect(x).toBeLessThan(24);
        }
    }
  });

  it.skipIf(!hasPromtool)("the rules fire and stay silent as their tests say (promtool)", () => {
    for (const args of [
      ["check", "rules", "alerts.yml"],
      ["test", "rules", "alerts.test.yml"],
    ]) {
      const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: folder, encoding: "utf8" });
      expect({ status, out: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, out: "" });
    }
  });

  it("shows what the product counts, summed over the tenants", async () => {
    const { app } = server;
    const count = async () => {
      const registry = businessMetrics(app);
      const values = await registry.getMetricsAsJSON();
      return values.map(({ name, values: [first] }) => [name, first?.value]);
    };
    const tenant = await server.tenant();
    const before = new Map((await count()) as [string, number][]);
    const now = new Date(app.now() - 3_600_000);
    const id = tenant.tenantId;
    await app.db.run(id, [
      sql`insert into organization (tenant_id, org_id, org_name, type) values (${id}, 'O1', 'O1', 'oem')`,
      sql`
        insert into mold (
          tenant_id, mold_no, oem_id, daily_maintenance_hours, major_maintenance_hours, planned_t0, handover_date
        )
        values (${id}, 'M1', 'O1', 100, 1000, '2024-01-01', '2024-01-01')
      `,
      sql`
        insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled)
        values (${id}, 'C1', ${`metrics-${id}`}, 'NB', 1, true, false)
      `,
      sql`
        insert into counter_state as s (tenant_id, counter_id, received_at)
        select ${id}::int, c.counter_id, ${now}::timestamptz
        from counter c
        where c.tenant_id = ${id} and c.writer_id = 'C1'
        on conflict (tenant_id, counter_id) do update set received_at = excluded.received_at
      `,
      sql`
        insert into binding (tenant_id, mold_id, counter_id, bound_at)
        select ${id}::int, m.mold_id, c.counter_id, ${now}::timestamptz
        from mold m
        join counter c on c.tenant_id = m.tenant_id and c.writer_id = 'C1'
        where m.tenant_id = ${id} and m.mold_no = 'M1'
      `,
      sql`
        insert into warning (tenant_id, kind, level, opened_at, last_at)
        values (${id}, 'battery', 1, ${now}, ${now})
      `,
    ]);
    const after = new Map((await count()) as [string, number][]);
    const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(more("shotkeeper_counters_bound")).toBe(1);
    expect(more("shotkeeper_counters_reporting")).toBe(1);
    expect(more("shotkeeper_warnings_open")).toBe(1);
    expect(more("shotkeeper_molds")).toBe(1);
  });

  it("shows the age of the latest backup, and counts of failures from the start", () => {
    expect(metrics).toContain("shotkeeper_backup_timestamp_seconds 0");
    // Accepts any number, because other tests of this process may have counted failures.
    expect(metrics).toMatch(/^shotkeeper_notices_total\{channel="mail",outcome="failed"\} \d+$/m);
    expect(metrics).toMatch(/^shotkeeper_login_delayed_total \d+$/m);
  });
});
