import { orderState } from "@shotkeeper/contract/production";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

/**
 * Number of random histories, and of random commands on each history. Each command is previewed and then run. The
 * preview must change nothing and must show exactly what the run then changes. If the run is refused, the preview must
 * be refused with the same message.
 */
const histories = 4;
const steps = 25;

const hour = 3_600_000;
const day = 24 * hour;
const start = noon - 20 * day;
const numbers = ["1", "2", "3"];

let s: TestServer;
beforeAll(async () => {
  s = await withServer();
});

/**
 * Returns a random number generator with a seed. The same seed gives the same numbers, so a failure can be repeated.
 */
function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

type Figures = Readonly<Record<"totals" | "days" | "orders" | "warnings", ReadonlyMap<string, number>>>;

/** Reads all figures of the tenant by statements that share no code with the preview. */
async function figures(t: TestTenant): Promise<Figures> {
  const map = async (statement: ReturnType<typeof sql>) =>
    new Map((await t.rows<{ k: string; n: number }>(statement)).map((r) => [r.k, Number(r.n)]));
  const molds = await t.admin.list("BS101", "Q01");
  const orders = await t.admin.list("PO101", "Q01");
  return {
    totals: new Map(molds.map((m) => [String(m.MOLD_NO), Number(m.COUNT_TIMES)])),
    days: await map(sql`
      select m.mold_no || ' ' || to_char(h.hour + interval '8 hours', 'YYYY-MM-DD') as k, sum(h.shots) as n
      from shot_hour h
      join mold m on m.tenant_id = h.tenant_id and m.mold_id = h.mold_id
      where h.tenant_id = ${t.id} and h.shots > 0
      group by 1
    `),
    orders: new Map(orders.map((o) => [String(o.ORDER_ID), Number(o.MADE_TIMES)])),
    // `n` is 2 for an open warning and 1 for a closed warning. Leaves out warnings that the server has withdrawn,
    // because users do not see them.
    warnings: await map(sql`
      select concat_ws(' ', w.kind, m.mold_no, c.writer_id, w.opened_at) as k,
        case when w.cleared_at is null then 2 else 1 end as n
      from warning w
      left join mold m on m.tenant_id = w.tenant_id and m.mold_id = w.mold_id
      left join counter c on c.tenant_id = w.tenant_id and c.counter_id = w.counter_id
      where w.tenant_id = ${t.id} and w.withdrawn_at is null
    `),
  };
}

/** Returns the differences as "key: before → after", sorted. */
function differences(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((k) => (before.get(k) ?? 0) !== (after.get(k) ?? 0))
    .map((k) => `${k}: ${before.get(k) ?? 0} → ${after.get(k) ?? 0}`)
    .sort();
}

/** Returns all rows of all tables of the tenant as text, except the table `session`: every request changes it. */
async function dump(t: TestTenant): Promise<Map<string, string>> {
  const tables = await t.rows<{ name: string }>(sql`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and c.relname <> 'session'
      and has_table_privilege(c.oid, 'select')
    order by 1
  `);
  const all = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await t.rows<{ rows: string }>(sql`
      select coalesce(string_agg(x::text, chr(10) order by x::text), '') as rows
      from ${sql.id(name)} x
      where x.tenant_id = ${t.id}
    `);
    all.set(name, row?.rows ?? "");
  }
  return all;
}

async function world(random: () => number): Promise<TestTenant> {
  const t = await TestTenant.create(s);
  for (const n of numbers) {
    const mold = await t.mold(`M${n}`);
    const id = await t.counter(`C${n}`, n === "3" ? undefined : mold, start + Math.floor(random() * 3 * day));
    let count = Math.floor(random() * 5000);
    const readings = [];
    for (let at = start; at < noon - hour; at += Math.floor((0.5 + random() * 11) * hour)) {
      // Sometimes the count does not grow. Sometimes the interval is three days, so that a "signal lost" warning
      // opens.
      if (random() < 0.7) count += Math.floor(random() * 600);
      if (random() < 0.05) at += 3 * day;
      if (at < noon) readings.push({ at, count });
    }
    await s.app.ledger.ingest(
      t.id,
      readings.map((r) => readingAt(id, r.at, r.count)),
    );
    for (let i = 0; i < 3; i++)
      await t.rows(sql`
        insert into production_order (
          tenant_id, order_id, mold_no, planned_shots, planned_end, order_state, started_at, ended_at
        )
        values (
          ${t.id}, ${`O${n}${i}`}, ${`M${n}`}, 1000, ${new Date(noon)}, ${orderState.values.done},
          ${new Date(start + (i * 6 + 1) * day)}, ${new Date(start + (i * 6 + 5) * day)}
        )
      `);
  }
  return t;
}

type Command = readonly [type: string, input: Readonly<Record<string, unknown>>];

/**
 * Returns a random command. The server refuses many of them, for example because two bindings of a counter would
 * overlap in time.
 */
async function anyCommand(t: TestTenant, random: () => number): Promise<Command> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const time = () => new Date(start + Math.floor((random() * 20.2 * day) / 60_000) * 60_000).toISOString();
  const maybe = <T>(value: T) => (random() < 0.5 ? value : null);
  const count = () => maybe(Math.floor(random() * 12_000));
  const REASON = "x";
  const [MOLD_NO, WRITER_ID] = [`M${pick(numbers)}`, `C${pick(numbers)}`];
  const bindings = await t.rows<{ id: number }>(
    sql`select binding_id as id from binding where tenant_id = ${t.id} order by 1`,
  );
  const BIND_ID = Number(pick(bindings)?.id ?? 1);
  return pick<Command>([
    ["rf_BindCounter", { MOLD_NO, WRITER_ID, BIND_TIME: maybe(time()) }],
    ["rf_UnbindCounter", { WRITER_ID, UNBIND_TIME: maybe(time()), REASON }],
    ["rf_ChangeBinding", { BIND_ID, BIND_TIME: time(), REASON }],
    ["rf_ChangeBinding", { BIND_ID, BIND_TIME: maybe(time()), UNBIND_TIME: maybe(time()), REASON }],
    ["rf_ChangeBinding", { BIND_ID, MOLD_NO, BIND_TIME: maybe(time()), BIND_COUNT: count(), REASON }],
    ["rf_ChangeBinding", { BIND_ID, MOLD_NO, REASON }],
    [
      "rf_ReplaceCounter",
      { MOLD_NO, NEW_WRITER_ID: WRITER_ID, STOP_TIME: maybe(time()), ADD_MISSED: pick(["Y", "N"]), REASON },
    ],
    ["rf_CorrectCount", { MOLD_NO, QTY: Math.floor(random() * 2000) - 1000, REASON }],
  ]);
}

interface Preview {
  readonly MOLDS: readonly Readonly<Record<string, unknown>>[];
  readonly ORDERS: readonly Readonly<Record<string, unknown>>[];
  readonly WARNINGS: readonly Readonly<Record<string, unknown>>[];
  readonly DAYS: number;
  readonly HIDDEN: number;
}

async function play(seed: number): Promise<{ accepted: number; refused: number }> {
  const random = seeded(seed);
  const t = await world(random);
  const events: unknown[] = [];
  s.app.events.listen(t.id, (e) => events.push(e));
  const seen = { accepted: 0, refused: 0 };
  for (let step = 0; step < steps; step++) {
    const [type, input] = await anyCommand(t, random);
    const title = `seed ${seed}, step ${step}: ${type} ${JSON.stringify(input)}`;
    const rows = await dump(t);
    const before = await figures(t);
    events.length = 0;
    const preview = await t.admin.mitt<Preview>({ Type: "preview", Command: type, InParams: input });
    expect([events, await dump(t)], title).toEqual([[], rows]);
    const done = await t.admin.mitt({ Type: type, InParams: input });
    if (preview.Code !== 0 || done.Code !== 0) {
      expect([preview.Code, preview.Msg], title).toEqual([done.Code, done.Msg]);
      seen.refused++;
      continue;
    }
    seen.accepted++;
    const after = await figures(t);
    const { MOLDS, ORDERS, WARNINGS, DAYS, HIDDEN } = preview.ReturnData;
    const shots = (r: Readonly<Record<string, unknown>>) => `${r.SHOTS_BEFORE} → ${r.SHOTS_AFTER}`;
    const days = differences(before.days, after.days).map((d) => d.slice(0, d.indexOf(":")));
    const totals = differences(before.totals, after.totals);
    expect(HIDDEN, title).toBe(0);
    expect(
      MOLDS.filter((m) => m.SHOTS_BEFORE !== m.SHOTS_AFTER).map((m) => `${m.MOLD_NO}: ${shots(m)}`),
      title,
    ).toEqual(totals);
    expect(
      MOLDS.flatMap((m) => (m.DAYS ? [[m.MOLD_NO, m.FIRST_DAY, m.LAST_DAY, m.DAYS]] : [])),
      title,
    ).toEqual(
      numbers.flatMap((n) => {
        const own = days.filter((d) => d.startsWith(`M${n} `)).map((d) => d.slice(3));
        return own.length > 0 ? [[`M${n}`, own[0], own.at(-1), own.length]] : [];
      }),
    );
    expect(DAYS, title).toBe(new Set(days.map((d) => d.slice(3))).size);
    expect(ORDERS.map((o) => `${o.ORDER_ID}: ${shots(o)}`).sort(), title).toEqual(
      differences(before.orders, after.orders),
    );
    const states: Readonly<Record<string, RegExp>> = {
      opens: /→ 2$/,
      closes: /: 2 → [01]$/,
      added: /: 0 → 1$/,
      withdrawn: /: 1 → 0$/,
    };
    const changed = differences(before.warnings, after.warnings);
    expect(
      WARNINGS.map((w) => [w.MOLD_NO, w.WRITER_ID, w.WARN_KIND, w.CHANGE].filter(Boolean).join(" ")).sort(),
      title,
    ).toEqual(
      changed
        .map((w) => {
          const [kind, ...names] = w.split(" ");
          const change = Object.keys(states).find((name) => states[name]?.test(w));
          return [...names.filter((n) => /^[MC]\d$/.test(n)), kind, change].join(" ");
        })
        .sort(),
    );
    s.clock.now += 60_000;
  }
  return seen;
}

describe("the preview of a command", () => {
  it(`changes nothing and shows what the command then changes, ${histories * steps} commands`, async () => {
    const total = { accepted: 0, refused: 0 };
    for (let seed = 1; seed <= histories; seed++) {
      s.clock.now = noon;
      const seen = await play(seed);
      total.accepted += seen.accepted;
      total.refused += seen.refused;
    }
    // The test is worthless if nearly all random commands are refused.
    expect(total.accepted).toBeGreaterThan((histories * steps) / 4);
    expect(total.refused).toBeGreaterThan(0);
  }, 300_000);
});
