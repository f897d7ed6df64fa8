import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Midnight (UTC) one week before the day of the server's time. */
const begin = noon - 4 * hour - 7 * day;

describe("warnings after a late reading", () => {
  let s: TestServer;
  let t: TestTenant;
  let counterId: number;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    counterId = await t.counter("W1", await t.mold("M1"), begin - day);
  });
  const reading = (at: number, count: number, fix: readonly [number, number] | null = null) =>
    readingAt(counterId, at, count, { lng: fix?.[0] ?? null, lat: fix?.[1] ?? null });
  const report = (...r: Parameters<typeof reading>) => s.app.ledger.ingest(t.id, [reading(...r)]);
  const slow = async () =>
    (await t.admin.list("WA100", "Q01"))
      .filter((w) => w.WARN_KIND === "cycleSlow")
      .map((w) => [w.TIMES, w.IS_OPEN, Date.parse(String(w.CLEAR_TIME ?? ""))]);

  it("cancels the return of a cause that the late reading disproves", async () => {
    // The first hour has slow cycles (60 s), the next hour the standard cycle (30 s). The next morning seems to have
    // slow cycles again, until a late reading shows that the mold stood still for half an hour.
    await report(begin, 0);
    await report(begin + hour, 60);
    await report(begin + 2 * hour, 180);
    await report(begin + day + hour / 2, 180);
    await report(begin + day + 1.5 * hour, 240);
    expect(await slow()).toEqual([[1, "Y", Number.NaN]]);
    await report(begin + day + hour, 180);
    expect(await slow()).toEqual([[0, "N", begin + 2 * hour]]);
  });

  it("continues the replay after the first loaded chunk of readings", async () => {
    const minutes = (n: number) => begin + n * 60_000;
    const low = (at: number) => ({ ...reading(at, 0), battery: 10 });
    await report(begin, 0);
    const many = Array.from({ length: 2200 }, (_, i) => low(minutes(8 + 4 * i)));
    await s.app.ledger.ingest(t.id, many);
    await s.app.ledger.ingest(t.id, [low(minutes(4))]);
    await report(minutes(8 + 4 * 2200), 0);
    const [rows] = await s.app.db.run(t.id, [
      sql`
        select opened_at, ended_at is not null as ended
        from warning
        where tenant_id = ${t.id} and kind = 'battery' and withdrawn_at is null
      `,
    ]);
    expect(rows.map((r) => [Date.parse(String(r.opened_at)), r.ended])).toEqual([[minutes(4), true]]);
  });

  it("continues the replay after the first checkpoint, if the warning state there has changed", async () => {
    // 96 readings a day, so every day has a checkpoint. The charge is low until the fifth day.
    const quarter = (n: number) => begin + n * (hour / 4);
    const readings = Array.from({ length: 6 * 96 }, (_, i) => ({
      ...reading(quarter(i + 1), i + 1),
      battery: i < 4 * 96 ? 10 : 80,
    }));
    await report(begin, 0);
    await s.app.ledger.ingest(t.id, readings);
    // An earlier low charge changes the warning state of the first five days.
    await s.app.ledger.ingest(t.id, [{ ...reading(quarter(0.5), 0), battery: 10 }]);
    const warnings = await t.rows<{ opened_at: string; ended_at: string | null }>(sql`
      select opened_at, ended_at from warning where kind = 'battery' and withdrawn_at is null
    `);
    expect(warnings.map((w) => [w.opened_at, w.ended_at].map((x) => x && Date.parse(x)))).toEqual([
      [quarter(0.5), quarter(4 * 96 + 1)],
    ]);
    expect(await t.admin.run("rf_Recompute", {})).toMatchObject({ CHANGED: 0 });
  });

  it("cancels a return although the next days begin with checkpoints that contain it", async () => {
    const minutes = (n: number) => begin + n * 60_000;
    const twin = await t.counter("W2", await t.mold("M2"), begin - day);
    // The second hour ends a slow cycle. The next morning seems slow again, and the mold stands still for days.
    const standing = (from: number, count: number, n: number) =>
      Array.from({ length: n }, (_, i) => reading(minutes(from + i * 10), count));
    const first = [
      reading(begin, 0),
      reading(begin + hour, 60),
      reading(begin + 2 * hour, 180),
      ...standing(130, 180, 70),
    ];
    const late = reading(begin + day + hour, 180);
    const rest = [
      reading(begin + day + hour / 2, 180),
      reading(begin + day + 1.5 * hour, 240),
      ...standing(2 * 1440, 240, 4 * 144),
    ];
    await s.app.ledger.ingest(t.id, [...first, ...rest]);
    await s.app.ledger.ingest(t.id, [late]);
    const inOrder = [...first, ...rest, late].sort((a, b) => Number(a.sentAt) - Number(b.sentAt));
    await s.app.ledger.ingest(
      t.id,
      inOrder.map((r) => ({ ...r, counterId: twin })),
    );
    const [one, two] = await t.rows<{ counter_id: number; replay_state: string }>(
      sql`select counter_id, replay_state from counter_state where tenant_id = ${t.id} order by counter_id`,
    );
    const moldsOf = await t.rows<{ mold_id: number }>(sql`select mold_id from mold order by mold_id`);
    const own = (r: typeof one, i: number) =>
      r?.replay_state.replace(new RegExp(`\\b${moldsOf[i]?.mold_id}\\b`, "g"), "mold");
    expect(own(one, 0)).toBe(own(two, 1));
    const ended = await t.rows(sql`
      select counter_id, opened_at, ended_at, recurrences from warning
      where tenant_id = ${t.id} and kind = 'cycleSlow' and withdrawn_at is null order by counter_id
    `);
    expect(ended).toHaveLength(2);
    expect({ ...ended[0], counter_id: twin }).toEqual(ended[1]);
  });

  it("corrects the measured cause of a warning that a reading after the replay had ended", async () => {
    const minutes = (n: number) => begin + n * 60_000;
    // Slow cycles open a warning. The mold stands still until the third day, when the standard cycle ends the warning.
    const standing = Array.from({ length: 2 * 144 }, (_, i) => reading(minutes(70 + i * 10), 60));
    await s.app.ledger.ingest(t.id, [
      reading(begin, 0),
      reading(minutes(60), 60),
      ...standing,
      reading(minutes(3000), 60),
      reading(minutes(3060), 180),
    ]);
    const found = () =>
      t.rows<{ cause: { meanMs: number }; ended: boolean }>(sql`
        select cause, ended_at is not null as ended from warning where kind = 'cycleSlow' and withdrawn_at is null
      `);
    expect(await found()).toEqual([{ cause: expect.objectContaining({ meanMs: 60_000 }), ended: true }]);
    await s.app.ledger.ingest(t.id, [reading(minutes(5), 0)]);
    expect(await found()).toEqual([{ cause: expect.objectContaining({ meanMs: 55_000 }), ended: true }]);
  });

  it("stores no warning state for a day that has not begun", async () => {
    const quarter = (n: number) => begin + n * (hour / 4);
    const low = (n: number) => ({ ...reading(quarter(n), 0), battery: 10 });
    await s.app.ledger.ingest(t.id, [
      reading(begin, 0),
      ...Array.from({ length: 240 }, (_, i) => low(i + 2)),
    ]);
    await s.app.ledger.ingest(t.id, [low(1)]);
    const days = await t.rows<{ day: string }>(
      sql`select day::text as day from warning_checkpoint where tenant_id = ${t.id} order by day`,
    );
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    expect(days.at(-1)?.day).toBe(dayOf(begin + 2 * day));
  });

  it("replays a whole day with more readings than a chunk", async () => {
    const at = (n: number) => begin + n * 30_000;
    const full = (n: number, battery: number) => ({ ...reading(at(n), n), battery });
    const batteryOf = (n: number) => (n < 2200 ? 80 : n < 2400 ? 10 : 80);
    const warnings = async () => {
      const rows = await t.rows<{ opened_at: string; ended_at: string | null }>(sql`
        select opened_at, ended_at from warning where kind = 'battery' and withdrawn_at is null order by opened_at
      `);
      return rows.map((r) => [r.opened_at, r.ended_at].map((x) => x && (Date.parse(x) - begin) / 30_000));
    };
    const figures = () =>
      t.rows(sql`select hour, shots, run_ms from shot_hour where mold_id > 0 order by hour`);
    const numbers = Array.from({ length: 2500 }, (_, i) => i).filter((n) => n !== 5);
    await s.app.ledger.ingest(
      t.id,
      numbers.map((n) => full(n, batteryOf(n))),
    );
    await s.app.ledger.ingest(t.id, [full(3000, 80)]);
    const before = await figures();
    expect(await warnings()).toEqual([[2200, 2400]]);
    // A late reading of the first minutes must change neither the warning nor the figures.
    await s.app.ledger.ingest(t.id, [full(5, 80)]);
    expect(await warnings()).toEqual([[2200, 2400]]);
    expect(await figures()).toEqual(before);
    // A low charge on the next day opens the same warning again. A late reading of the first minutes must leave it
    // open.
    await s.app.ledger.ingest(t.id, [{ ...full(3001, 10), sentAt: at(3001) }]);
    await s.app.ledger.ingest(t.id, [{ ...full(4, 80), sentAt: at(4) + 10_000 }]);
    expect(await warnings()).toEqual([[2200, null]]);
    expect(await t.admin.run("rf_Recompute", {})).toMatchObject({ CHANGED: 0 });
  });

  it("does not reopen a warning that ended with its binding", async () => {
    await report(begin, 0);
    await report(begin + 2 * hour, 120);
    const off = new Date(begin + 3 * hour).toISOString();
    await t.admin.run("rf_UnbindCounter", { WRITER_ID: "W1", REASON: "worn", UNBIND_TIME: off });
    expect(await slow()).toEqual([[0, "N", begin + 3 * hour]]);
    await report(begin + hour, 60);
    expect(await slow()).toEqual([[0, "N", begin + 3 * hour]]);
  });

  it("does not reopen a warning that a reading of the next day had ended", async () => {
    const unbound = async () =>
      (await t.admin.list("WA100", "Q01"))
        .filter((w) => w.WARN_KIND === "unbound")
        .map((w) => [w.IS_OPEN, Date.parse(String(w.CLEAR_TIME ?? ""))]);
    const at = (ms: number) => new Date(ms).toISOString();
    await report(begin, 0);
    await t.admin.run("rf_UnbindCounter", { WRITER_ID: "W1", REASON: "worn", UNBIND_TIME: at(begin + hour) });
    await report(begin + 2 * hour, 50);
    // The day has many readings. So the warning state at the end of the day does not depend on readings of earlier
    // days.
    for (let i = 0; i < 24; i++) await report(begin + (4 + i / 5) * hour, 55 + i);
    await t.admin.run("rf_BindCounter", {
      MOLD_NO: "M1",
      WRITER_ID: "W1",
      BIND_TIME: at(begin + 10 * hour),
      BIND_COUNT: null,
    });
    await report(begin + day + hour, 90);
    expect(await unbound()).toEqual([["N", begin + 10 * hour]]);
    await report(begin + 3 * hour, 52);
    expect(await unbound()).toEqual([["N", begin + 10 * hour]]);
    expect(await t.admin.run("rf_Recompute", {})).toMatchObject({ CHANGED: 0 });
  });

  it("reports an unbound counter once, counted from the corrected end of the binding", async () => {
    const unbound = async () =>
      (await t.admin.list("WA100", "Q01"))
        .filter((w) => w.WARN_KIND === "unbound")
        .map((w) => [w.IS_OPEN, Date.parse(String(w.OPEN_TIME))]);
    const at = (ms: number) => new Date(ms).toISOString();
    await report(begin, 0);
    const [binding] = await t.rows<{ id: string }>(
      sql`select binding_id as id from binding where tenant_id = ${t.id} and counter_id = ${counterId}`,
    );
    await t.admin.run("rf_UnbindCounter", { WRITER_ID: "W1", REASON: "worn", UNBIND_TIME: at(begin + hour) });
    // Several days begin with the same warning state, so their checkpoints are equal. A replay must not stop at them,
    // because only a later reading opens the warning.
    for (const d of [1.5, 2.5, 4.5, 5.5]) await report(begin + d * day, 0);
    expect(await unbound()).toEqual([["Y", begin + hour + 3 * day]]);
    const changed = { BIND_ID: Number(binding?.id), BIND_TIME: at(begin - day), REASON: "typed wrongly" };
    await t.admin.run("rf_ChangeBinding", { ...changed, UNBIND_TIME: at(begin + 20 * hour) });
    expect(await unbound()).toEqual([["Y", begin + 20 * hour + 3 * day]]);
    await t.admin.run("rf_ChangeBinding", { ...changed, UNBIND_TIME: at(begin + 2 * hour) });
    expect(await unbound()).toEqual([["Y", begin + 2 * hour + 3 * day]]);
    expect(await t.admin.run("rf_Recompute", {})).toMatchObject({ CHANGED: 0 });
  });

  describe("warnings of a mold that moves to another plant", () => {
    const shanghai = [121.5, 31.2] as const;
    const wuhan = [114.3, 30.6] as const;
    const position = async () =>
      (await t.admin.list("WA100", "Q01"))
        .filter((w) => w.WARN_KIND === "position")
        .map((w) => [w.IS_OPEN, Date.parse(String(w.OPEN_TIME))]);
    const transfer = (at: number) =>
      t.admin.run("rf_TransferMold", {
        MOLD_NO: "M1",
        TO_PLANT_ID: "P2",
        DOC_TIME: new Date(at).toISOString(),
        REASON: "capacity",
      });
    beforeEach(async () => {
      await t.rows(sql`
        insert into organization (tenant_id, org_id, org_name, type, longitude, latitude)
        values (${t.id}, 'P2', 'P2', 3, ${wuhan[0]}, ${wuhan[1]})
        on conflict (tenant_id, org_id) do update
        set longitude = excluded.longitude, latitude = excluded.latitude
      `);
      await t.rows(
        sql`
          update organization
          set longitude = ${shanghai[0]}, latitude = ${shanghai[1]}
          where tenant_id = ${t.id} and org_id = 'P1'
        `,
      );
      await report(begin, 0, shanghai);
    });

    it("use the plant that was valid at the reading", async () => {
      s.clock.now = begin + day;
      await transfer(begin + day);
      for (const h of [1, 2, 3]) await report(begin + day + h * hour, 100 + h, wuhan);
      for (const h of [1, 2, 3, 4]) await report(begin + h * hour, 10 * h, shanghai);
      expect(await position()).toEqual([]);
      s.clock.now = noon;
      await t.admin.run("rf_Recompute", { MOLD_NO: "M1" });
      expect(await position()).toEqual([]);
      for (const h of [5, 6, 7]) await report(begin + h * hour, 40 + h, wuhan);
      expect(await position()).toEqual([["N", begin + 6 * hour]]);
    });

    it("are judged again for readings between the move and the entry of its document", async () => {
      for (const h of [1, 2, 3]) await report(begin + day + h * hour, 100 + h, wuhan);
      expect(await position()).toEqual([["Y", begin + day + 2 * hour]]);
      await transfer(begin + day);
      expect(await position()).toEqual([]);
      await report(begin + day + 4 * hour, 200, shanghai);
      await report(begin + day + 5 * hour, 210, shanghai);
      expect(await position()).toEqual([["Y", begin + day + 5 * hour]]);
    });
  });

  it("pause the idle warning in repair, and count the idle time since the last shot", async () => {
    counterId = await t.counter("W2", await t.mold("M2"), begin - 30 * day);
    await report(begin - 20 * day, 0);
    const state = (at: number, service: number) => {
      s.clock.now = at;
      return t.admin.run("rf_ChangeMoldState", { MOLD_NO: "M2", MOLD_STAT: service, REASON: "x" });
    };
    const idle = async () =>
      (await t.admin.list("WA100", "Q01"))
        .filter((w) => w.WARN_KIND === "idle")
        .map((w) => [w.IS_OPEN, Date.parse(String(w.OPEN_TIME)), w.WARN_LEVEL, w.TIMES]);
    await state(begin - 19 * day, 1);
    await state(begin - 10 * day, 0);
    s.clock.now = noon;
    await report(begin, 0);
    // No reading came during the repair, so the idle warning seems never to have closed.
    expect(await idle()).toEqual([["Y", begin - 23 * day, 2, 0]]);
    // This late reading was made during the repair. It shows that the warning closed then and opened again afterwards
    // (TIMES 1). The idle time still counts from the last shot.
    await report(begin - 11 * day, 0);
    expect(await idle()).toEqual([["Y", begin - 23 * day, 2, 1]]);
  });
});
