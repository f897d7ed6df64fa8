import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { notifyWarnings } from "./index.ts";

const hour = 3_600_000;

interface Given {
  readonly kind: string;
  readonly moldId?: number | null;
  readonly counterId: number;
  readonly level?: number;
  readonly openedAt?: number;
  readonly endedAt?: number;
  readonly withdrawn?: boolean;
}

async function warn(t: TestTenant, w: Given): Promise<number> {
  const opened = new Date(w.openedAt ?? noon - hour);
  const [row] = await t.rows(
    sql`insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, ended_at,
          withdrawn_at, cause)
      values (${t.id}, ${w.kind}, ${w.level ?? 1}, ${w.moldId ?? null}, ${w.counterId}, ${opened}, ${opened},
          ${w.endedAt === undefined ? null : new Date(w.endedAt)},
        ${w.withdrawn ? opened : null}, '{"percent": 15}') returning warning_id`,
  );
  return Number(row?.warning_id);
}

describe("warnings", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });

  it("lists newest first, with mold and counter, without withdrawn warnings", async () => {
    const mold = await t.mold("A");
    const counterId = await t.counter("W1", mold);
    const free = await t.counter("W2");
    await warn(t, { kind: "cycleSlow", moldId: mold.moldId, counterId, openedAt: noon - 3 * hour });
    // A warning about a counter is listed with the mold to which the counter is bound.
    await warn(t, { kind: "battery", counterId, openedAt: noon - hour });
    await warn(t, { kind: "unbound", counterId: free, openedAt: noon - 2 * hour });
    await warn(t, { kind: "idle", moldId: mold.moldId, counterId, withdrawn: true });
    const found = await t.admin.list("WA100", "Q01");
    expect(found.map((r) => [r.WARN_KIND, r.MOLD_NO, r.WRITER_ID, r.SAVE_ADDRESS_NAME, r.IS_OPEN])).toEqual([
      ["battery", "A", "W1", "Name of P1", "Y"],
      ["unbound", null, "W2", null, "Y"],
      ["cycleSlow", "A", "W1", "Name of P1", "Y"],
    ]);
    expect(found[0]?.CAUSE).toEqual({ percent: 15 });
    const kinds = async (org: string) =>
      (await (await t.user(org)).list("WA100", "Q01")).map((r) => r.WARN_KIND);
    expect(await kinds("P1")).toEqual(["battery", "cycleSlow"]);
    expect(await kinds("M1")).toEqual(["battery", "cycleSlow"]);
    expect(await kinds("P2")).toEqual([]);
    expect(await (await TestTenant.create(s)).admin.list("WA100", "Q01")).toEqual([]);
  });

  it("is acknowledged once, can be reassigned later, and stays open", async () => {
    const id = await warn(t, { kind: "battery", counterId: await t.counter("W1", await t.mold("A")) });
    const other = await t.user("P1");
    expect(await t.admin.run("rf_AcknowledgeWarning", { WARNING_ID: id })).toEqual({ COUNT: 1 });
    s.clock.now += hour;
    await other.run("rf_AcknowledgeWarning", { WARNING_ID: id, ASSIGNEE: other.userId });
    expect(await t.admin.list("WA100", "Q01")).toMatchObject([
      { ACK_BY: "admin", ACK_TIME: expect.stringMatching(/T04:00:00/), ASSIGNEE: other.userId, IS_OPEN: "Y" },
    ]);
    const nobody = { Type: "rf_AcknowledgeWarning", InParams: { WARNING_ID: id, ASSIGNEE: "nobody" } };
    expect(await t.admin.mitt(nobody)).toMatchObject({ Msg: "S0202^ASSIGNEE" });
  });

  it("is closed once with a note; a removal warning only after the label is back", async () => {
    const counterId = await t.counter("W1", await t.mold("A"));
    const id = await warn(t, { kind: "battery", counterId });
    const clear = (WARNING_ID: number, NOTE: string | null = "changed the battery") =>
      t.admin.mitt({ Type: "rf_ClearWarning", InParams: { WARNING_ID, NOTE } });
    expect(await clear(id, null)).toMatchObject({ Msg: "S0007^NOTE" });
    expect(await clear(id)).toMatchObject({ Code: 0, ReturnData: { COUNT: 1 } });
    expect(await clear(id)).toMatchObject({ Msg: "S0212" });
    expect(await t.admin.list("WA100", "Q01", where("WARNING_ID", id))).toMatchObject([
      { IS_OPEN: "N", CLEARED_BY: "admin", CLEAR_NOTE: "changed the battery" },
    ]);
    const removal = await warn(t, { kind: "removal", counterId });
    expect(await clear(removal)).toMatchObject({ Msg: "S0212" });
    await t.rows(
      sql`update warning set ended_at = ${new Date(noon)} where tenant_id = ${t.id} and warning_id = ${removal}`,
    );
    expect(await clear(removal)).toMatchObject({ Code: 0 });
    const log = await t.admin.list("SYS100", "Q03", where("TARGET", "MOLD_WARNING"));
    expect(log).toHaveLength(2);
  });

  it("is acknowledged and closed in bulk where allowed, with log entries and counts", async () => {
    const mold = await t.mold("A");
    const counterId = await t.counter("W1", mold);
    const ids = [
      await warn(t, { kind: "battery", counterId }),
      await warn(t, { kind: "idle", moldId: mold.moldId, counterId }),
      await warn(t, { kind: "removal", counterId }),
    ];
    const counts = (u = t.admin) => u.run("rf_WarningCounts", {});
    expect(await counts()).toEqual({ KINDS: { battery: 1, idle: 1, removal: 1 }, UNACKNOWLEDGED: 3 });
    const other = await t.user("P2");
    const all = { WARNING_IDS: ids };
    expect(await other.mitt({ Type: "rf_AcknowledgeWarnings", InParams: all })).toMatchObject({
      Msg: "S0202^WARNING_IDS",
    });
    expect(await counts(other)).toEqual({ KINDS: {}, UNACKNOWLEDGED: 0 });
    await t.admin.run("rf_AcknowledgeWarning", { WARNING_ID: ids[0] });
    expect(await t.admin.run("rf_AcknowledgeWarnings", all)).toEqual({ COUNT: 2 });
    // The removal warning stays open, because the counter still reports that it is off its mold.
    expect(await t.admin.run("rf_ClearWarnings", { ...all, NOTE: "seen to" })).toEqual({ COUNT: 2 });
    expect(await counts()).toEqual({ KINDS: { removal: 1 }, UNACKNOWLEDGED: 0 });
    expect(await t.admin.list("SYS100", "Q03", where("TARGET", "MOLD_WARNING"))).toHaveLength(5);
    for (const WARNING_IDS of [null, [], ["1; drop"], Array.from({ length: 1001 }, (_, i) => i)])
      expect(await t.admin.mitt({ Type: "rf_AcknowledgeWarnings", InParams: { WARNING_IDS } })).toMatchObject(
        {
          Code: 1,
        },
      );
  });

  it("refuses users without the right or outside the scope", async () => {
    const id = await warn(t, { kind: "battery", counterId: await t.counter("W1", await t.mold("A")) });
    for (const Type of ["rf_AcknowledgeWarning", "rf_ClearWarning"]) {
      const call = {
        Type,
        InParams: { WARNING_ID: id, ...(Type === "rf_ClearWarning" ? { NOTE: "x" } : {}) },
      };
      expect(await (await t.user(null, ["WA100:Q"])).mitt(call)).toMatchObject({ Msg: "S0020" });
      expect(await (await t.user("P2")).mitt(call)).toMatchObject({ Msg: "S0202^WARNING_ID" });
      expect(await (await TestTenant.create(s)).admin.mitt(call)).toMatchObject({ Msg: "S0202^WARNING_ID" });
    }
  });

  it("notifies each user in scope once, again when urgent, and never about old warnings", async () => {
    const mold = await t.mold("A");
    const counterId = await t.counter("W1", mold);
    const [plant, elsewhere, blind] = await Promise.all([
      t.user("P1"),
      t.user("P2"),
      t.user(null, ["BS101:Q"]),
    ]);
    await warn(t, { kind: "silent", counterId, openedAt: noon - 25 * hour });
    const id = await warn(t, { kind: "battery", counterId });
    await warn(t, { kind: "unbound", counterId: await t.counter("W2") });
    const ctx = () => systemCtxOf(t);
    await Promise.all([notifyWarnings(ctx()), notifyWarnings(ctx())]);
    await notifyWarnings(ctx());
    const bell = async (who: typeof plant) => (await who.list("SYS100", "Q01")).map((n) => n.CAUSE);
    expect((await bell(t.admin)).map((c) => (c as { kind: string }).kind).sort()).toEqual([
      "battery",
      "unbound",
    ]);
    expect(await bell(plant)).toEqual([
      { change: "open", warningId: id, kind: "battery", level: 1, moldNo: "A", writerId: "W1" },
    ]);
    expect(await bell(elsewhere)).toEqual([]);
    expect(await bell(blind)).toEqual([]);
    await t.rows(
      sql`update warning set level = 2, last_at = ${new Date(noon)} where tenant_id = ${t.id} and warning_id = ${id}`,
    );
    await notifyWarnings(ctx());
    expect(await bell(plant)).toMatchObject([{ change: "escalate", level: 2 }, { change: "open" }]);
  });

  it("show readings of the time when the counter was on a mold of the caller", async () => {
    const [mold, other] = [await t.mold("A"), await t.mold("B", { SAVE_ADDRESS: "P2" })];
    const counterId = await t.counter("W1", mold, noon - 100 * hour);
    const at = (hours: number, place: { lng: number; lat: number }) =>
      readingAt(counterId, noon - hours * hour, 1000 - hours, place);
    await s.app.ledger.ingest(t.id, [at(90, { lng: 113.1, lat: 23 }), at(10, { lng: 113.2, lat: 23 })]);
    const UNBIND_TIME = new Date(noon - 50 * hour).toISOString();
    await t.admin.run("rf_UnbindCounter", { WRITER_ID: "W1", REASON: "moved", UNBIND_TIME });
    const BIND_TIME = new Date(noon - 40 * hour).toISOString();
    await t.admin.run("rf_BindCounter", { WRITER_ID: "W1", MOLD_NO: "B", BIND_TIME });
    const WARNING_ID = await warn(t, { kind: "position", moldId: other.moldId, counterId });
    const fixes = async (user: TestUser) => {
      const { FIXES } = await user.run<{ FIXES: { LNG: number }[] }>("rf_WarningPicture", { WARNING_ID });
      return FIXES.map((f) => f.LNG);
    };
    expect(await fixes(t.admin)).toEqual([113.2, 113.1]);
    expect(await fixes(await t.user("P2"))).toEqual([113.2]);
    const charge = await warn(t, { kind: "battery", counterId });
    const readings = async (user: TestUser) =>
      (await user.run<{ READINGS: unknown[] }>("rf_WarningPicture", { WARNING_ID: charge })).READINGS;
    expect(await readings(t.admin)).toHaveLength(2);
    expect(await readings(await t.user("P2"))).toHaveLength(1);
  });
});
