import { counterLog } from "@shotkeeper/contract/counter";
import type { Condition, SortKey } from "@shotkeeper/contract/kernel";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashSecret } from "../../kernel/auth/secret.ts";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { selectPage } from "../../kernel/select.ts";
import { DEFAULT_COUNTER_TYPE, evaluateChain, readingKey } from "../../telemetry/core/index.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { rowsReadBy } from "../../testing/plan.ts";
import { noon, type TestServer, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { counterLogImpl } from "./log.queries.ts";
import { newestSince, timeConditions } from "./log-page.ts";

const hour = 3_600_000;
const max = DEFAULT_COUNTER_TYPE.maxCount;

interface Reading {
  readonly at: number;
  readonly count: number;
}

async function readings(t: TestTenant, counterId: number, list: readonly Reading[]): Promise<void> {
  await t.months(...list.map((r) => new Date(r.at).toISOString()));
  const rows = list.map((r) => ({ at: new Date(r.at).toISOString(), count: r.count }));
  await t.rows(
    sql`
      insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags)
      select ${t.id}, ${counterId}, x.at, x.count, x.at, 1, 0
      from json_to_recordset(${JSON.stringify(rows)}::json) as x (at timestamptz, count bigint)
    `,
  );
}

async function quarantine(
  t: TestTenant,
  counterId: number,
  r: Reading,
  reason: string,
  released = false,
): Promise<void> {
  await t.rows(
    sql`
      insert into quarantine (
        tenant_id, counter_id, reason, at, count, received_at, quarantined, released_at
      )
      values (
        ${t.id}, ${counterId}, ${reason}, ${new Date(r.at)}, ${r.count}, ${new Date(r.at)},
        ${!released}, ${released ? new Date(noon) : null}
      )
    `,
  );
}

describe("the counter log", () => {
  let s: TestServer;
  beforeAll(async () => {
    s = await withServer();
  });
  beforeEach(withServer);

  it("finds a page of the latest readings by few readings, also for a large tenant", async () => {
    const t = await TestTenant.create(s);
    const counters = 4_000;
    await t.months(new Date(noon - 30 * hour).toISOString(), new Date(noon).toISOString());
    await t.rows(sql`
      insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled)
      select ${t.id}, 'W' || i, ${t.code} || i, 'LTE', 1, true, false
      from generate_series(1, ${counters}::int) i
      returning 1
    `);
    await t.rows(sql`
      insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags)
      select ${t.id}, c.counter_id, x.at, k * 7, x.at, 1, 0
      from counter c, generate_series(1, 10) k, lateral (
        select ${new Date(noon - 30 * hour)}::timestamptz + k * interval '3 hours'
          - c.counter_id * 7919 % 3600 * interval '1 second' as at
      ) x
      where c.tenant_id = ${t.id}
      order by x.at
      returning 1
    `);
    const ctx = systemCtxOf(t);
    const until: Condition = { field: "at", operator: "LT", value: new Date(noon - 8 * hour).toISOString() };
    for (const conditions of [[], [until]])
      for (const page of [1, 2, 9]) {
        const paging = { page, limit: 50 };
        const asked = {
          fields: counterLog.columns,
          key: counterLog.key,
          where: conditions,
          sort: [],
          paging,
        };
        const since = await newestSince(ctx, asked, sql`'-infinity'::timestamptz`);
        const times = timeConditions(conditions);
        const [row] = await t.rows(sql`
          select count(*) as n from reading r where r.tenant_id = ${t.id} and r.at >= ${since} and ${times}
        `);
        expect(Number(row?.n)).toBeGreaterThanOrEqual(50 * page);
        expect(Number(row?.n)).toBeLessThan(200 * page);
        const source = await counterLogImpl.instead?.(ctx, asked);
        if (!source) throw new Error("the page is not found by its latest readings");
        const [[found], [computed]] = await s.app.db.run(t.id, [
          selectPage({ ...asked, source }, ctx),
          selectPage({ ...asked, source: counterLogImpl }, ctx),
        ]);
        expect(found).toEqual(computed);
        // Up to 2,000 counters with one reading or more each, and the block ranges of the latest readings, which may
        // hold readings of other tests. All readings together are ten times as many as the counters.
        const known = { count: 10 * counters, isCounted: true };
        const read = async (c: Ctx) => {
          const of = await counterLogImpl.instead?.(c, asked);
          await c.db.run(t.id, [selectPage({ ...asked, source: of ?? counterLogImpl }, c, known)]);
        };
        expect(await rowsReadBy(t, read)).toBeLessThan(5 * counters);
      }
    const of = (where: Condition[], sort: SortKey[], page = 1) =>
      newestSince(ctx, { where, sort, paging: { page, limit: 50 } }, sql`'-infinity'::timestamptz`);
    expect(await of([], [{ field: "at", direction: "asc" }])).toBeUndefined();
    expect(await of([{ field: "battery", operator: "LT", value: 5 }], [])).toBeUndefined();
    expect(await of([{ ...until, value: new Date(noon - 99 * hour).toISOString() }], [])).toBeUndefined();
    expect(await of([], [], 201)).toBeUndefined();
  });

  it("derives shots and resets as telemetry/core does, for falls, wraps, conflicts and releases", async () => {
    const t = await TestTenant.create(s);
    const counterId = await t.counter("W1");
    const at = (h: number, count: number) => ({ at: noon - 1000 * hour + h * hour, count });
    const list = [
      at(0, 100),
      at(1, 200),
      at(1, 250),
      at(2, 300),
      at(3, 299),
      at(4, 310),
      at(5, 5),
      at(6, 50),
      at(7, 900_000),
      at(8, 100),
      at(9, max - 50),
      at(40, 60),
      at(1000, max - 5),
      at(1001, 2),
      at(1002, 30),
    ];
    const released = new Set([
      readingKey(at(7, 900_000)),
      readingKey(at(1000, max - 5)),
      readingKey(at(9, max - 50)),
    ]);
    await readings(t, counterId, list);
    const { outcomes } = evaluateChain(list, DEFAULT_COUNTER_TYPE, released, null);
    for (const [i, r] of list.entries()) {
      const { reason } = outcomes[i] ?? { reason: null };
      if (reason !== null) await quarantine(t, counterId, r, reason);
      else if (released.has(readingKey(r))) await quarantine(t, counterId, r, "rate", true);
    }
    expect(new Set(outcomes.map((o) => o.reason))).toEqual(new Set([null, "conflict", "backstep"]));
    expect(new Set(outcomes.map((o) => o.flag))).toContain("wrap");
    const log = await t.admin.list("CT102", "Q01", where("WRITER_ID", "W1"));
    expect(log.map((r) => [r.COUNT_TIMES, r.SHOTS, r.IS_RESET, r.QUARANTINE, r.IS_RELEASED])).toEqual(
      list
        .map((r, i) => {
          const o = outcomes[i];
          const free = released.has(readingKey(r));
          const row = [
            r.count,
            o?.accepted ? o.shots : null,
            o?.flag === "reset" ? "Y" : "N",
            o?.reason ?? (free ? "rate" : null),
            free ? "Y" : "N",
          ];
          return { ...r, row };
        })
        // The expected order is newest first, and by count for equal times (primary key).
        .sort((a, b) => b.at - a.at || a.count - b.count)
        .map((x) => x.row),
    );
  });

  it("names the mold a counter was on, and shows lateness and an unset clock", async () => {
    const t = await TestTenant.create(s);
    const mold = await t.mold("A");
    const counterId = await t.counter("W1", mold, noon - 10 * hour);
    await readings(t, counterId, [
      { at: noon - 20 * hour, count: 1 },
      { at: noon - 5 * hour, count: 9 },
    ]);
    await t.rows(
      sql`
        insert into reading (
          tenant_id, counter_id, at, count, received_at, device_at, channel, flags, lng, lat
        )
        values (
          ${t.id}, ${counterId}, ${new Date(noon)}, 12, ${new Date(noon)}, '1970-01-01', 2, 1,
          113.5, 23.25
        )
      `,
    );
    const log = await t.admin.list("CT102", "Q01");
    expect(log.map((r) => [r.MOLD_NO, r.SHOTS, r.IS_LATE, r.IS_CLOCK, r.coordinate])).toEqual([
      ["A", 3, "Y", "Y", "113.5,23.25"],
      ["A", 8, "N", "N", null],
      [null, 0, "N", "N", null],
    ]);
    expect(await t.admin.list("CT102", "Q01", where("MOLD_NO", "A"))).toHaveLength(2);
    expect(
      await t.admin.list("CT102", "Q01", where("sendTime", new Date(noon - hour).toISOString(), "GT")),
    ).toHaveLength(1);
    expect(await t.admin.list("CT102", "Q01", where("MOLD_NO", ""))).toHaveLength(1);
  });

  it("agrees with itself, whether shots are derived for a page or for the whole log", async () => {
    const t = await TestTenant.create(s);
    for (const [i, w] of ["W1", "W2", "W3"].entries()) {
      const counterId = await t.counter(w, await t.mold(`M${i}`), noon - 70 * hour);
      const list = Array.from({ length: 80 }, (_, n) => ({
        at: noon - (n + i / 4) * hour,
        count: n === 40 ? 9_000 : (80 - n) * (i + 2) - (n % 7),
      }));
      await readings(t, counterId, list);
      await quarantine(t, counterId, list[40] ?? { at: 0, count: 0 }, "rate");
      await quarantine(t, counterId, list[20] ?? { at: 0, count: 0 }, "rate", true);
    }
    const bySort = (Field: string) =>
      t.admin.list("CT102", "Q01", { Limit: 999, Sort: [{ Field, Sort: "asc" }] });
    const keyed = (rows: readonly Record<string, unknown>[]) =>
      rows.map((r) => JSON.stringify(r)).sort((a, b) => a.localeCompare(b));
    const plain = keyed(await t.admin.list("CT102", "Q01", { Limit: 999 }));
    expect(plain).toHaveLength(240);
    for (const field of ["SHOTS", "SHOTS_SINCE", "MOLD_NO", "IS_RESET"])
      expect(keyed(await bySort(field))).toEqual(plain);
    const of = (no: string) => plain.filter((r) => r.includes(`"MOLD_NO":"${no}"`)).length;
    expect(
      await t.admin.list("CT102", "Q01", { ...where("MOLD_NO", "M1", "LIKE"), Limit: 999 }),
    ).toHaveLength(of("M1"));
    expect(await t.admin.list("CT102", "Q01", { ...where("MOLD_NO", "M1", "NEQ"), Limit: 999 })).toHaveLength(
      240 - of("M1"),
    );
  });

  it("finds the reading that reported the shots of an hour, even if it came hours later", async () => {
    const t = await TestTenant.create(s);
    const counterId = await t.counter("W1", await t.mold("A"), noon - 30 * hour);
    const at = [-20, -19, -10, -9].map((h) => noon + h * hour);
    await readings(
      t,
      counterId,
      at.map((moment, i) => ({ at: moment, count: 10 * i })),
    );
    const found = async (from: number) => {
      const conditions = [where("sendTime", new Date(from).toISOString(), "GT")];
      conditions.push(where("SHOTS_SINCE", new Date(from + hour).toISOString(), "LT"));
      const log = await t.admin.list("CT102", "Q01", { WhereStr: conditions.flatMap((x) => x.WhereStr) });
      return log.map((r) => r.COUNT_TIMES);
    };
    expect(await found(noon - 20 * hour)).toEqual([10]);
    expect(await found(noon - 15 * hour)).toEqual([20]);
    expect(await found(noon - 9 * hour)).toEqual([]);
  });

  it("returns pages, newest readings first, with the total number of rows", async () => {
    const t = await TestTenant.create(s);
    for (const w of ["W1", "W2"])
      await readings(
        t,
        await t.counter(w),
        Array.from({ length: 60 }, (_, i) => ({ at: noon - i * 24 * hour, count: 1000 - i })),
      );
    const pages = await Promise.all(
      [1, 2, 3].map((Page) =>
        t.admin.mitt<{ list: Record<string, unknown>[]; count: number }>({
          Type: "QueryByID",
          MENU_ID: "CT102",
          QueryID: "Q01",
          Page,
          Limit: 50,
        }),
      ),
    );
    expect(pages.map((p) => p.ReturnData.count)).toEqual([120, 120, 120]);
    const all = pages.flatMap((p) => p.ReturnData.list);
    expect(new Set(all.map((r) => `${r.WRITER_ID} ${r.sendTime}`)).size).toBe(120);
    const times = all.map((r) => Date.parse(String(r.sendTime)));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it("finds quarantined readings, and lists input that could not be read as a reading", async () => {
    const t = await TestTenant.create(s);
    const counterId = await t.counter("W1");
    const r = { at: noon, count: 7 };
    await readings(t, counterId, [{ at: noon - hour, count: 1 }, r]);
    await quarantine(t, counterId, r, "rate");
    await t.rows(
      sql`
        insert into quarantine (tenant_id, chip_code, reason, payload, received_at)
        values (${t.id}, 'XX', 'unknown', '{}', ${new Date(noon)})
      `,
    );
    expect(await t.admin.list("CT102", "Q01", where("QUARANTINE", "rate"))).toMatchObject([
      { COUNT_TIMES: 7, SHOTS: null },
    ]);
    const unread = where("PAYLOAD", "", "NEQ");
    expect(await t.admin.list("CT103", "Q01", unread)).toMatchObject([
      { WRITER_IMIE: "XX", REASON: "unknown" },
    ]);
    expect(await (await t.user("P1")).list("CT103", "Q01")).toEqual([]);
  });

  it("shows readings to callers who could see the mold at that time, and nothing to another tenant", async () => {
    const t = await TestTenant.create(s);
    const counterId = await t.counter("W1", await t.mold("A"), noon - 10 * hour);
    await readings(t, counterId, [
      { at: noon - 20 * hour, count: 1 },
      { at: noon - 5 * hour, count: 9 },
    ]);
    for (const filter of [{}, where("WRITER_ID", "W1"), where("WRITER_IMIE", "", "NEQ")]) {
      expect(await (await t.user("P1")).list("CT102", "Q01", filter)).toHaveLength(1);
      expect(await (await t.user("P2")).list("CT102", "Q01", filter)).toEqual([]);
      expect(await (await t.user("O1")).list("CT102", "Q01", filter)).toHaveLength(1);
    }
    const stranger = await TestTenant.create(s);
    expect(await stranger.admin.list("CT102", "Q01", where("WRITER_ID", "W1"))).toEqual([]);
  });

  it("shows every reading and the quarantine of many counters, in bounded time", async () => {
    const t = await TestTenant.create(s);
    const minute = 60_000;
    for (let c = 0; c < 30; c++) {
      const counterId = await t.counter(
        `W${c}`,
        await t.mold(`M${c}`, { SAVE_ADDRESS: c % 2 ? "P2" : "P1" }),
      );
      await t.months(new Date(noon - 3 * 24 * hour).toISOString(), new Date(noon).toISOString());
      await t.rows(
        sql`
          insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags)
          select
            ${t.id}, ${counterId}, ${new Date(noon)}::timestamptz - n * interval '1 minute',
            5000 - n, ${new Date(noon)}, 1, 0
          from generate_series(0, 3999) n
        `,
      );
      await quarantine(t, counterId, { at: noon - 7 * minute, count: 4993 }, "rate");
    }
    const plant = await t.user("P1");
    const pageOf = async (user: typeof plant, Page: number) => {
      const more = { Type: "QueryByID", MENU_ID: "CT102", QueryID: "Q01", Page, Limit: 50 };
      return (await user.mitt<{ list: Record<string, unknown>[]; count: number }>(more)).ReturnData;
    };
    // Without a filter, the log contains every reading in the caller's scope, from the first page to the last.
    expect(await pageOf(t.admin, 1)).toMatchObject({ count: 120_000 });
    expect(await pageOf(plant, 1)).toMatchObject({ count: 60_000 });
    const { list } = await pageOf(t.admin, 2400);
    expect(list.map((r) => [r.COUNT_TIMES, r.SHOTS])).toEqual([
      ...Array.from({ length: 20 }, () => [1002, 1]),
      ...Array.from({ length: 30 }, () => [1001, 0]),
    ]);
    const began = performance.now();
    expect((await plant.list("CT102", "Q01")).length).toBeGreaterThan(0);
    expect(await plant.list("CT102", "Q01", where("QUARANTINE", "rate"))).toHaveLength(15);
    // The queries may take 5 s, because the test machine may be busy. The queries took minutes when the planner read
    // the log once per binding.
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("a counter's secret", () => {
  it("is shown once, stored as a hash, never logged, and replaced by the next secret", async () => {
    const t = await TestTenant.create(await withServer());
    await t.counter("W1");
    const first = await t.admin.run<{ SECRET: string }>("rf_CounterSecret", { WRITER_ID: "W1" });
    const second = await t.admin.run<{ SECRET: string }>("rf_CounterSecret", { WRITER_ID: "W1" });
    expect(first.SECRET).not.toBe(second.SECRET);
    const [row] = await t.rows(
      sql`select secret_hash from counter where tenant_id = ${t.id} and writer_id = 'W1'`,
    );
    expect(row?.secret_hash).toBe(hashSecret(second.SECRET));
    const log = await t.rows(sql`select * from system_log where tenant_id = ${t.id} and action = 'secret'`);
    expect(log).toHaveLength(2);
    expect(
      JSON.stringify(await t.rows(sql`select * from system_log where tenant_id = ${t.id}`)),
    ).not.toContain(second.SECRET);
  });

  it("is refused without the right, out of scope, in another tenant and for a retired counter", async () => {
    const s = await withServer();
    const t = await TestTenant.create(s);
    await t.counter("W1", await t.mold("A"));
    const ask = { Type: "rf_CounterSecret", InParams: { WRITER_ID: "W1" } };
    expect(await (await t.user(null, ["CT101:Q"])).mitt(ask)).toMatchObject({ Msg: "S0020" });
    expect(await (await t.user("P2")).mitt(ask)).toMatchObject({ Msg: "S0216^W1" });
    expect(await (await t.user("P1")).mitt(ask)).toMatchObject({ Code: 0 });
    expect(await (await TestTenant.create(s)).admin.mitt(ask)).toMatchObject({ Msg: "S0216^W1" });
    await t.rows(sql`update counter set state = 2 where tenant_id = ${t.id} and writer_id = 'W1'`);
    expect(await t.admin.mitt(ask)).toMatchObject({ Msg: "S0217" });
  });
});
