import { systemCtx } from "../../../jobs/runner.ts";
import { readConfig } from "../../../kernel/config.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { deriveVisits, makeForecasts } from "../../../modules/indicator/index.ts";
import { type RunningServer, startServer } from "../../../start.ts";
import {
  emptyHour,
  type Hour,
  type Hours,
  type Raw,
  type RawReading,
  readRaw,
  recount,
} from "../../../testing/recount.ts";
import { Actor } from "../../base/actor.ts";
import { counterSpecs } from "../../fleet/counters.ts";
import { Episodes } from "../../fleet/episodes.ts";
import { moldSpecs } from "../../fleet/molds.ts";
import { ensureDemo } from "../../index.ts";
import { makePast } from "../history.ts";

/** Time of the test's clock: Wednesday, 14:30 in Shanghai. */
export const now = Date.UTC(2026, 5, 17, 6, 30);
export const [hour, day] = [3_600_000, 86_400_000];
export const midnight = Date.UTC(2026, 5, 16, 16);
export const todayText = "2026-06-17";
// Indexes of molds with a new standard cycle, a correction, slow cycles, a transfer, idle time, a repair or trials.
const chosen = [2, 3, 4, 5, 6, 9, 17, 38, 49, 61, 96];

const tableNames = [
  ..."mold organization counter count_correction production_order maintenance_task mold_trial".split(" "),
  ..."mold_document mold_forecast warning new_mold_plan new_mold_milestone".split(" "),
  ..."new_mold_modification device_mold parameter".split(" "),
];

export type Row = Readonly<Record<string, unknown>>;
export type Table = readonly Row[];
export const num = (v: unknown) => Number(v ?? 0);
export const at = (v: unknown) => Date.parse(String(v));
export const text = (v: unknown) => (v === null || v === undefined ? null : String(v));
/** Returns a share in percent with one decimal, rounded down. */
export const percentDown = (part: number, whole: number) => Math.floor((part * 1000) / whole) / 10;
export const round = (n: number, digits: number) => Math.round(n * 10 ** digits) / 10 ** digits;

export let server: RunningServer;
export let id = 0;
export let raw: Raw;
export let hours: Hours;
const tables: Record<string, Table> = {};
export const t = (name: string): Table => tables[name] ?? [];
export let actor: Actor;

/** Makes the demo tenant with the history of the chosen molds, and reads the rows that the tests compare. */
export async function readFacts(): Promise<void> {
  const config = readConfig({ PORT: "0", MQTT_PORT: "off", LOG_LEVEL: "silent" });
  server = await startServer(config, { inMemory: true, now: () => now });
  id = (await ensureDemo(server.app)) ?? 0;
  const { app } = server;
  actor = new Actor(app, id);
  const molds = moldSpecs(now);
  const since = (i: number) => new Episodes(molds[i]!, now).since;
  const counters = counterSpecs(molds, now, (m) => since(m.index));
  const [rows] = await app.db.run(id, [
    sql`select writer_id, counter_id from counter where tenant_id = ${id}`,
  ]);
  const idOf = new Map((rows ?? []).map((r) => [String(r.writer_id), Number(r.counter_id)]));
  for (const index of chosen) {
    const mold = molds[index]!;
    const own = counters.filter((c) => c.mold === mold);
    await makePast({
      actor,
      mold,
      counters: own,
      idOf,
      epoch: now,
      since: since(index),
      isStopping: () => false,
    });
  }
  const ctx = systemCtx(app, { tenant_id: id, code: "demo", zone: "Asia/Shanghai" }, now);
  await deriveVisits(ctx);
  await makeForecasts(ctx);
  raw = await readRaw(app, id);
  hours = recount(raw);
  for (const name of tableNames) {
    const [list] = await app.db.run(id, [
      sql`select to_jsonb(x) as row from ${sql.id(name)} x where x.tenant_id = ${id}`,
    ]);
    tables[name] = (list ?? []).map((r) => r.row as Row);
  }
}

// The following functions compute figures and states of molds from raw rows.

export const none = emptyHour();
export const made = (mold: Row, from: number, to: number, key: keyof Hour, but?: (h: number) => boolean) => {
  let sum = 0;
  for (const [h, x] of hours.get(num(mold.mold_id)) ?? [])
    if (h >= from && h < to && !but?.(h)) sum += x[key];
  return sum;
};
/**
 * Returns the shots of an order from `start` to `end`. In the hour of its start, the order does not get the shots that
 * were counted before the start (`start_shots`). It gets the rest of this hour's shots, but at most the share of the
 * hour's shots that corresponds to the time after the start.
 */
export function madeFor(o: Row, m: Row, start: number, end: number): number {
  const first = Math.floor(start / hour) * hour;
  if (o.start_shots === null || first === start) return made(m, start, end, "shots");
  const shots = made(m, first, Math.min(first + hour, end), "shots");
  const share = Math.floor((shots * (first + hour - start)) / hour);
  return made(m, first + hour, end, "shots") + Math.max(0, Math.min(shots - num(o.start_shots), share));
}
export const total = (m: Row) =>
  num(m.opening_count) +
  made(m, 0, now + hour, "shots") +
  t("count_correction")
    .filter((c) => c.mold_id === m.mold_id)
    .reduce((n, c) => n + num(c.qty), 0);
const openBinding = (m: Row) => raw.bindings.find((b) => b.mold === num(m.mold_id) && b.to === null);
const counted = (list: readonly RawReading[]) => list.filter((r) => !r.quarantined);

export function stateOf(m: Row): string {
  if (m.service_state === 4) return "scrapped";
  if (m.service_state === 1) return "inRepair";
  if (m.service_state === 2) return "inTrial";
  const b = openBinding(m);
  if (!b) return "unbound";
  const all = raw.readings.get(b.counter) ?? [];
  const last = all.at(-1);
  if (!last || last.at < b.from) return now - b.from > 2 * day ? "silent" : "awaitingReport";
  if (last.removed === 1) return "removed";
  if (now - last.at > 2 * day) return "silent";
  const own = counted(all);
  const shotsAt = (i: number) => {
    const [r, p] = [own[i], own[i - 1]];
    return r && p ? (r.count >= p.count ? r.count - p.count : r.count) : 0;
  };
  const newest = own.length - 1;
  if (shotsAt(newest) > 0 && now - (own[newest]?.at ?? 0) <= 2 * b.everyMs) return "running";
  let i = newest;
  while (i > 0 && shotsAt(i) === 0) i--;
  const quiet = Math.max(i > 0 ? (own[i]?.at ?? 0) : 0, b.from);
  return now - quiet >= 7 * day ? "idle" : "stopped";
}
export const states = (molds: Table) => {
  const out: Record<string, number> = {};
  for (const m of molds) out[stateOf(m)] = (out[stateOf(m)] ?? 0) + 1;
  return out;
};
export const some = (o: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(o).filter(([, n]) => n > 0));

export const outOf = (m: Row) => [
  ...t("maintenance_task")
    .filter((k) => k.mold_no === m.mold_no && k.kind === 2 && k.started_at !== null)
    .map((k) => [at(k.started_at), at(k.accepted_at ?? k.done_at ?? k.removed_at ?? new Date(now))] as const),
  ...trialsOf(m),
];
export const trialsOf = (m: Row) =>
  t("mold_trial")
    .filter((x) => x.mold_no === m.mold_no && x.started_at !== null)
    .map((x) => [at(x.started_at), x.ended_at === null ? now : at(x.ended_at)] as const);
export const touches = (spans: readonly (readonly [number, number])[], h: number) =>
  spans.some(([a, b]) => b > a && h < b && h + hour > a);
