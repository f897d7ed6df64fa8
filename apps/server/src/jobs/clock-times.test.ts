import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { systemCtxOf } from "../testing/job.ts";
import { readingAt } from "../testing/reading.ts";
import { noon, type TestServer, where, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { openWarningsByClock } from "./warning-clock.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const iso = (ms: number) => new Date(ms).toISOString();

describe("the time at which a counter is judged again", () => {
  let s: TestServer;
  let t: TestTenant;
  let bound: number;
  let free: number;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    bound = await t.counter("C1", await t.mold("M1"), noon - 2 * day);
    free = await t.counter("C2");
    await t.mold("M2");
    for (const id of [bound, free])
      for (const h of [30, 20, 10]) await report(id, noon - h * hour, 1000 - 10 * h);
  });
  const report = (counterId: number, at: number, count: number) =>
    s.app.ledger.ingest(t.id, [readingAt(counterId, at, count, { receivedAt: s.clock.now })]);
  const judge = () => openWarningsByClock(systemCtxOf(t));
  /** Returns whether the job checks a counter in its next run. */
  const isDue = async (counterId: number) =>
    (
      await t.rows<{ due: boolean }>(sql`
        select clock_at <= ${new Date(s.clock.now)}::timestamptz as due
        from counter_state
        where tenant_id = ${t.id} and counter_id = ${counterId}
      `)
    )[0]?.due;
  const run = (type: string, input: Record<string, unknown>) => t.admin.run(type, input);
  const bindingOf = async () => Number((await t.admin.list("BS104", "Q01"))[0]?.BIND_ID);

  it("ends a data plan with its last day in the tenant's zone", async () => {
    const levelAt = async (now: number) => {
      s.clock.now = now;
      await t.rows(sql`update counter_state set clock_at = '-infinity' where tenant_id = ${t.id}`);
      await judge();
      const [row] = await t.rows<{ level: number }>(sql`
        select level from warning where tenant_id = ${t.id} and counter_id = ${free} and kind = 'validity'
      `);
      return row?.level;
    };
    await t.rows(
      sql`update counter set expires_on = '2026-05-20' where tenant_id = ${t.id} and counter_id = ${free}`,
    );
    expect(await levelAt(noon + 12 * hour - minute)).toBe(1);
    expect(await levelAt(noon + 12 * hour + minute)).toBe(2);
  });

  const changes: readonly [string, "C1" | "C2", () => Promise<unknown>][] = [
    [
      "a parameter was changed",
      "C2",
      () =>
        t.admin.mitt({
          Type: "insert",
          MENU_ID: "BS109",
          TableName: "SYS_PRM",
          Data: [{ PRM_ID: "WARN_SILENT", PRM_VALUE: "30" }],
        }),
    ],
    [
      "it was bound",
      "C2",
      () => run("rf_BindCounter", { MOLD_NO: "M2", WRITER_ID: "C2", BIND_TIME: iso(noon - hour) }),
    ],
    ["it was unbound", "C1", () => run("rf_UnbindCounter", { WRITER_ID: "C1", REASON: "x" })],
    [
      "its binding was changed",
      "C1",
      async () =>
        run("rf_ChangeBinding", { BIND_ID: await bindingOf(), BIND_TIME: iso(noon - day), REASON: "x" }),
    ],
    ["it was retired", "C2", () => run("rf_RetireCounters", { WRITER_IDS: ["C2"], REASON: "x" })],
    [
      "its mold was moved at an earlier time",
      "C1",
      () =>
        run("rf_TransferMold", { MOLD_NO: "M1", TO_PLANT_ID: "P2", REASON: "x", DOC_TIME: iso(noon - day) }),
    ],
    ["a late reading came", "C1", () => report(bound, noon - 15 * hour, 840)],
  ];
  it.each(changes)("is now after %s", async (_what, writerId, change) => {
    const counterId = writerId === "C1" ? bound : free;
    await judge();
    expect(await isDue(counterId)).toBe(false);
    await change();
    expect(await isDue(counterId)).toBe(true);
    await judge();
    expect(await isDue(counterId)).toBe(false);
  });

  it("is now after the clock was set back", async () => {
    s.clock.now = noon + 3 * day;
    await judge();
    s.clock.now = noon;
    await judge();
    const [row] = await t.rows(sql`
      select max(clock_at) <= ${new Date(noon + 12 * hour)}::timestamptz as is_near
      from counter_state
      where tenant_id = ${t.id}
    `);
    expect(row?.is_near).toBe(true);
  });

  it("finds the second silence of a counter that reports often within a minute", async () => {
    await t.rows(
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${t.id}, 'WARN_SILENT', '0.25')`,
    );
    await t.rows(sql`update counter_state set rev = rev + 1 where tenant_id = ${t.id}`);
    const isSilent = async () =>
      (await t.admin.list("WA100", "Q01", where("WARN_KIND", "silent"))).some(
        (w) => w.WRITER_ID === "C1" && w.IS_OPEN === "Y",
      );
    await judge();
    expect(await isSilent()).toBe(true);
    s.clock.now = noon + minute;
    await report(bound, s.clock.now, 1000);
    expect(await isSilent()).toBe(false);
    const openAt: number[] = [];
    for (let m = 2; m <= 17; m++) {
      s.clock.now = noon + m * minute;
      await judge();
      if (await isSilent()) openAt.push(m);
    }
    expect(openAt).toEqual([17]);
  });
});

describe("a silence that readings disprove", () => {
  let s: TestServer;
  let t: TestTenant;
  let counter: number;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });
  const send = (...hoursAgo: number[]) =>
    s.app.ledger.ingest(
      t.id,
      hoursAgo.map((h) => readingAt(counter, noon - h * hour, 10_000 - h, { receivedAt: s.clock.now })),
    );
  const judge = () => openWarningsByClock(systemCtxOf(t));
  const silences = async () =>
    t.rows(sql`
      select recurrences, ended_at is null as is_open, withdrawn_at is not null as is_withdrawn, level
      from warning
      where tenant_id = ${t.id} and counter_id = ${counter} and kind = 'silent'
      order by opened_at
    `);

  it("has its warning withdrawn by the next run of the job", async () => {
    counter = await t.counter("C1", await t.mold("M1"), noon - 201 * hour);
    s.clock.now = noon - 200 * hour;
    await send(200);
    s.clock.now = noon;
    await judge();
    expect(await silences()).toMatchObject([{ is_open: true, is_withdrawn: false }]);
    // The counter had no signal and stored its readings. Now it sends them: one reading for every 10 hours.
    await send(...Array.from({ length: 20 }, (_, i) => 190 - 10 * i));
    s.clock.now += 60_000;
    await judge();
    expect(await silences()).toMatchObject([{ is_withdrawn: true }]);
  });

  it("is not one of a counter that was retired", async () => {
    counter = await t.counter("C1", await t.mold("M1"), noon - 201 * hour);
    await send(200);
    s.clock.now = noon;
    await judge();
    expect(await silences()).toMatchObject([{ is_open: true, is_withdrawn: false }]);
    await t.admin.run("rf_UnbindCounter", { WRITER_ID: "C1", REASON: "x" });
    await t.admin.run("rf_RetireCounters", { WRITER_IDS: ["C1"], REASON: "x" });
    s.clock.now += hour;
    await judge();
    expect(await silences()).toMatchObject([{ is_withdrawn: false }]);
  });

  it("leaves the earlier silence that had opened the warning", async () => {
    counter = await t.counter("C1", await t.mold("M1"), noon - 301 * hour);
    await send(300, 250);
    const [first] = await silences();
    expect(first).toMatchObject({ is_open: false });
    s.clock.now = noon - 200 * hour;
    await judge();
    expect(await silences()).toMatchObject([{ is_open: true, recurrences: Number(first?.recurrences) + 1 }]);
    await send(240, 230, 220, 210, 201);
    s.clock.now += hour;
    await judge();
    expect(await silences()).toEqual([first]);
  });
});
