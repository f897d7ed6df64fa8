import { Gauge, Registry } from "prom-client";
import type { App } from "../app.ts";
import { sql } from "../kernel/db/sql.ts";
import { errField, log } from "../kernel/server-log.ts";

/** Time for which counted values are shown before they are counted again, ms. */
const freshMs = 300_000;
const hourMs = 3_600_000;

interface Counts {
  readonly molds: number;
  readonly counters: number;
  readonly reporting: number;
  readonly warnings: number;
  readonly shots: number;
}

const gauges: Readonly<Record<keyof Counts, readonly [name: string, help: string]>> = {
  molds: ["shotkeeper_molds", "Molds that are not archived, of all tenants"],
  counters: ["shotkeeper_counters_bound", "Counters that are on a mold"],
  reporting: ["shotkeeper_counters_reporting", "Counters that have reported in the last 24 hours"],
  warnings: ["shotkeeper_warnings_open", "Open warnings"],
  shots: ["shotkeeper_shots_last_day", "Shots of the 24 hours before the present hour"],
};

async function countsOf(app: App, tenantId: number): Promise<Counts | undefined> {
  const hour = Math.floor(app.now() / hourMs) * hourMs;
  const dayAgo = new Date(hour - 24 * hourMs);
  const [rows] = await app.db.run(tenantId, [
    sql<Counts>`
      select
        (select count(*) from mold where tenant_id = ${tenantId} and archived_date is null)::int as molds,
        (select count(*) from binding where tenant_id = ${tenantId} and unbound_at is null)::int as counters,
        (
          select count(*) from counter_state where tenant_id = ${tenantId} and received_at >= ${dayAgo}
        )::int as reporting,
        (
          select count(*)
          from warning
          where tenant_id = ${tenantId} and cleared_at is null and withdrawn_at is null
        )::int as warnings,
        (
          select coalesce(sum(shots), 0)
          from shot_hour
          where tenant_id = ${tenantId} and hour >= ${dayAgo} and hour < ${new Date(hour)}
        )::bigint as shots
    `,
  ]);
  return rows[0];
}

/**
 * Returns gauges of the main numbers of this installation, such as open warnings, summed over all tenants. The numbers
 * are counted at most every five minutes, one tenant after the other. Every server shows the same values. If the
 * database is unavailable, the last values stay.
 */
export function businessMetrics(app: App): Registry {
  const registry = new Registry();
  const total: Record<keyof Counts, number> = { molds: 0, counters: 0, reporting: 0, warnings: 0, shots: 0 };
  const names = Object.keys(gauges) as (keyof Counts)[];
  let countedAt = Number.NEGATIVE_INFINITY;
  let counting: Promise<void> | undefined;
  const count = async () => {
    const [tenants] = await app.db.platform(sql<{ tenant_id: number }>`select tenant_id from tenant`);
    const sum = { molds: 0, counters: 0, reporting: 0, warnings: 0, shots: 0 };
    for (const { tenant_id: id } of tenants) {
      const counts = await countsOf(app, id);
      for (const name of names) sum[name] += counts?.[name] ?? 0;
    }
    Object.assign(total, sum);
  };
  const refresh = async () => {
    if (performance.now() - countedAt < freshMs) return;
    countedAt = performance.now();
    counting = count().catch((cause: unknown) => log.warn(errField(cause), "business metrics"));
  };
  const [first] = names;
  for (const name of names) {
    const [metric, help] = gauges[name];
    new Gauge({
      name: metric,
      help,
      registers: [registry],
      // Takes the maximum over the processes of a server, because all of them show the same value.
      aggregator: "max",
      async collect() {
        if (name === first) await refresh();
        await counting;
        this.set(total[name]);
      },
    });
  }
  return registry;
}
