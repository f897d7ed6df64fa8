import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import {
  chipOf,
  itemOf,
  type QuarantineRow,
  quarantineOf,
  type ReleaseAnswer,
  releaseAll,
  sendItems,
  sendReadings,
} from "./testing/quarantine-source.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let s: TestServer;
beforeAll(async () => {
  s = await withServer();
});
beforeEach(withServer);

const total = async (t: TestTenant, moldNo: string) =>
  (await t.admin.run<{ TOTAL: number }>("rf_ExplainCount", { MOLD_NO: moldNo })).TOTAL;

/**
 * Creates a tenant with the mold M and its counter W. The counter's latest reading has the count 1,000 and is one hour
 * old.
 */
async function oneMold() {
  const t = await TestTenant.create(s);
  const mold = await t.mold("M");
  const counterId = await t.counter("W", mold);
  const chip = await chipOf(t, "W");
  await sendReadings(t, [
    { chip, at: noon - 2 * day, count: 0 },
    { chip, at: noon - hour, count: 1000 },
  ]);
  return { t, mold, counterId, chip };
}

describe("the quarantine", () => {
  it("lists every item that does not count, with its reason, and counts them by reason", async () => {
    const { t, chip } = await oneMold();
    const receipt = await sendItems(t, [
      itemOf({ chip, at: noon - 30 * minute, count: 900_000 }),
      itemOf({ chip, at: noon - 29 * minute, count: 995 }),
      itemOf({ chip, at: noon - 28 * minute, count: 2 ** 33 }),
      itemOf({ chip, at: noon - hour, count: 1001 }),
      itemOf({ chip: "nobody", at: noon - hour, count: 7 }),
      { WRITER_IMIE: chip, COUNT_TIMES: -1 },
    ]);
    expect(receipt).toMatchObject({
      accepted: 0,
      duplicates: 0,
      quarantined: [
        { index: 0, reason: "rate" },
        { index: 1, reason: "backstep" },
        { index: 2, reason: "range" },
        { index: 3, reason: "conflict" },
      ],
      rejected: [
        { index: 4, Msg: "S0216^nobody", stored: true },
        { index: 5, Msg: "S0200^COUNT_TIMES", stored: true },
      ],
    });
    const rows = await quarantineOf(t.admin);
    expect(rows.map((r) => r.REASON).sort()).toEqual([
      "backstep",
      "conflict",
      "malformed",
      "range",
      "rate",
      "unknown",
    ]);
    expect(rows.find((r) => r.REASON === "rate")).toMatchObject({
      QUARANTINE_STATE: "waiting",
      WRITER_ID: "W",
      MOLD_NO: "M",
      COUNT_TIMES: 900_000,
      COUNT_BEFORE: 1000,
      AGE_DAYS: 0,
    });
    expect(rows.find((r) => r.REASON === "unknown")).toMatchObject({
      WRITER_IMIE: "nobody",
      COUNT_TIMES: 7,
      WRITER_ID: null,
      REPEATS: 0,
      IS_CUT: "N",
    });
    const counts = await t.admin.run<{ REASONS: Record<string, number> }>("rf_QuarantineCounts");
    expect(counts.REASONS).toEqual({
      backstep: 1,
      conflict: 1,
      malformed: 1,
      range: 1,
      rate: 1,
      unknown: 1,
    });
    s.clock.now = noon + 3 * day;
    expect(await quarantineOf(t.admin, where("AGE_DAYS", 3, "EGT"))).toHaveLength(6);
    expect(await quarantineOf(t.admin, where("AGE_DAYS", 4, "EGT"))).toEqual([]);
  });

  it("shows the counts around an item", async () => {
    const { t, chip } = await oneMold();
    await sendReadings(t, [
      { chip, at: noon - 30 * minute, count: 900_000 },
      { chip, at: noon - 10 * minute, count: 1100 },
    ]);
    const [row] = await quarantineOf(t.admin);
    const { POINTS } = await t.admin.run<{ POINTS: Record<string, unknown>[] }>("rf_QuarantineCurve", {
      QUARANTINE_ID: row?.QUARANTINE_ID,
    });
    expect(POINTS.map((p) => [p.COUNT, p.IS_QUARANTINED, p.IS_MARKED])).toEqual([
      [0, false, false],
      [1000, false, false],
      [900_000, true, true],
      [1100, false, false],
    ]);
  });

  it("releases in bulk by the rules of the ledger, as the preview said, and logs who did it", async () => {
    const { t, chip } = await oneMold();
    await sendReadings(t, [
      { chip, at: noon - 30 * minute, count: 900_000 },
      { chip, at: noon - 20 * minute, count: 900_050 },
    ]);
    const rows = await quarantineOf(t.admin);
    const ids = rows.map((r) => r.QUARANTINE_ID);
    const expected = { RELEASED: 2, MOVED: 899_050, QUARANTINED_AGAIN: 0, SKIPPED: {} };
    expect(await t.admin.run("rf_PreviewRelease", { QUARANTINE_IDS: ids })).toEqual(expected);
    expect(await total(t, "M")).toBe(1000);
    expect((await quarantineOf(t.admin)).every((r) => r.QUARANTINE_STATE === "waiting")).toBe(true);
    expect(await releaseAll(t.admin, rows)).toEqual(expected);
    expect(await total(t, "M")).toBe(900_050);
    const log = await t.rows(
      sql`select user_id, target_key, after from system_log where tenant_id = ${t.id} and action = 'release'
        order by target_key::bigint`,
    );
    expect(log).toEqual(
      ids.map((id) => ({ user_id: "admin", target_key: String(id), after: { reason: "checked" } })),
    );
    // The items are released already, so a second release skips them and changes nothing.
    expect(await releaseAll(t.admin, rows)).toEqual({
      RELEASED: 0,
      MOVED: 0,
      QUARANTINED_AGAIN: 0,
      SKIPPED: { wrongState: 2 },
    });
    expect(await total(t, "M")).toBe(900_050);
    expect(await t.admin.run("rf_Recompute", {})).toMatchObject({ CHANGED: 0 });
  });

  it("releases each item once when two people release at the same time", async () => {
    const { t, chip } = await oneMold();
    await sendReadings(
      t,
      Array.from({ length: 6 }, (_, i) => ({ chip, at: noon - (30 - i) * minute, count: 900_000 + i })),
    );
    const rows = await quarantineOf(t.admin);
    const other = await t.user(null);
    const answers = await Promise.all([
      releaseAll(t.admin, rows.slice(0, 4)),
      releaseAll(other, rows.slice(2)),
      releaseAll(t.admin, rows),
    ]);
    const sum = (of: (a: ReleaseAnswer) => number) => answers.reduce((n, a) => n + of(a), 0);
    // The first release makes the readings after it plausible. So these readings count without a release and leave
    // the quarantine.
    expect(sum((a) => a.RELEASED + (a.SKIPPED.wrongState ?? 0))).toBe(14);
    expect(sum((a) => a.MOVED)).toBe(899_005);
    expect(await total(t, "M")).toBe(900_005);
    const log = await t.rows<{ target_key: string }>(
      sql`select target_key from system_log where tenant_id = ${t.id} and action = 'release'`,
    );
    expect(log).toHaveLength(sum((a) => a.RELEASED));
    expect(new Set(log.map((l) => l.target_key)).size).toBe(log.length);
    expect(await t.admin.run("rf_Recompute", {})).toMatchObject({ CHANGED: 0 });
  });

  it("discards without deleting, and can still release afterwards", async () => {
    const { t, chip } = await oneMold();
    await sendReadings(t, [{ chip, at: noon - 30 * minute, count: 900_000 }]);
    const [row] = await quarantineOf(t.admin);
    const input = { QUARANTINE_IDS: [row?.QUARANTINE_ID], REASON: "test of the device" };
    expect(await t.admin.run("rf_DiscardReadings", input)).toEqual({ COUNT: 1 });
    expect(await t.admin.run("rf_DiscardReadings", input)).toEqual({ COUNT: 0 });
    expect(await t.admin.run("rf_QuarantineCounts")).toMatchObject({ REASONS: {} });
    expect(await quarantineOf(t.admin)).toMatchObject([
      { QUARANTINE_STATE: "discarded", DISCARDED_BY: "admin", DISCARD_REASON: "test of the device" },
    ]);
    expect(await total(t, "M")).toBe(1000);
    expect(await releaseAll(t.admin, await quarantineOf(t.admin))).toMatchObject({ RELEASED: 1 });
    expect(await total(t, "M")).toBe(900_000);
  });

  it("keeps a discarded reading as a record when later readings make it plausible", async () => {
    const { t, chip } = await oneMold();
    // Two readings of the same time are in conflict: the smaller count is counted, the larger one is quarantined.
    await sendReadings(t, [
      { chip, at: noon - 30 * minute, count: 1001 },
      { chip, at: noon - 30 * minute, count: 1002 },
    ]);
    const [row] = await quarantineOf(t.admin);
    expect(row).toMatchObject({ REASON: "conflict", COUNT_TIMES: 1002 });
    await t.admin.run("rf_DiscardReadings", { QUARANTINE_IDS: [row?.QUARANTINE_ID], REASON: "x" });
    // A late reading arrives: count 1002, ten minutes before the two readings in conflict. Counts never decrease, so of
    // those two only the one with 1002 still fits.
    await sendReadings(t, [{ chip, at: noon - 40 * minute, count: 1002 }]);
    expect(await quarantineOf(t.admin)).toMatchObject([
      { COUNT_TIMES: 1002, QUARANTINE_STATE: "counted" },
      { COUNT_TIMES: 1001, QUARANTINE_STATE: "waiting", REASON: "conflict" },
    ]);
    expect(await total(t, "M")).toBe(1002);
  });
});

describe("readings of an unknown chip", () => {
  it("are stored once, and count from the binding's start after the counter is registered", async () => {
    const t = await TestTenant.create(s);
    const mold = await t.mold("M");
    const chip = `new-${t.code}`;
    const readings = [0, 100, 250].map((count, i) => ({ chip, at: noon - (4 - i) * hour, count }));
    await sendReadings(t, readings);
    await sendReadings(t, readings.slice(0, 1));
    await s.app.ingest.refused.counts.flush();
    const waiting = await quarantineOf(t.admin);
    expect(waiting.map((r) => [r.REASON, r.COUNT_TIMES])).toEqual([
      ["unknown", 0],
      ["unknown", 100],
      ["unknown", 250],
    ]);
    expect(
      await t.rows(sql`select repeats from quarantine where tenant_id = ${t.id} order by count`),
    ).toEqual([{ repeats: 1 }, { repeats: 0 }, { repeats: 0 }]);
    expect(await releaseAll(t.admin, waiting)).toEqual({
      RELEASED: 0,
      MOVED: 0,
      QUARANTINED_AGAIN: 0,
      SKIPPED: { unknownCounter: 3 },
    });
    const counterId = await t.counter("NEW", mold, noon - 3 * hour);
    await t.rows(
      sql`update counter set chip_code = ${chip} where tenant_id = ${t.id} and counter_id = ${counterId}`,
    );
    const ready = await quarantineOf(t.admin);
    expect(ready.every((r) => r.WRITER_ID === "NEW")).toBe(true);
    // 100 of the 350 shots were made before the binding began, so they belong to no mold.
    expect(await releaseAll(t.admin, ready)).toEqual({
      RELEASED: 3,
      MOVED: 250,
      QUARANTINED_AGAIN: 0,
      SKIPPED: {},
    });
    expect(await total(t, "M")).toBe(150);
    expect(await releaseAll(t.admin, ready)).toMatchObject({ RELEASED: 0, SKIPPED: { wrongState: 3 } });
    const again = await t.rows(sql`select count(*)::int as n from reading where tenant_id = ${t.id}`);
    expect(again).toEqual([{ n: 3 }]);
  });

  it("are quarantined again if they are implausible", async () => {
    const t = await TestTenant.create(s);
    const chip = `new-${t.code}`;
    await sendReadings(t, [
      { chip, at: noon - 2 * minute, count: 0 },
      { chip, at: noon - minute, count: 500_000 },
    ]);
    const rows = await quarantineOf(t.admin);
    const counterId = await t.counter("NEW");
    await t.rows(
      sql`update counter set chip_code = ${chip} where tenant_id = ${t.id} and counter_id = ${counterId}`,
    );
    expect(await releaseAll(t.admin, rows)).toMatchObject({ RELEASED: 2, MOVED: 0, QUARANTINED_AGAIN: 1 });
    expect(await quarantineOf(t.admin, where("QUARANTINE_STATE", "waiting"))).toMatchObject([
      { REASON: "rate", COUNT_TIMES: 500_000 },
    ]);
  });
});

describe("items that cannot be released", () => {
  it("are skipped by their reason: malformed input and input of a retired counter", async () => {
    const { t, chip } = await oneMold();
    await sendItems(t, [{ WRITER_IMIE: chip, COUNT_TIMES: "many" }]);
    await t.counter("OLD");
    const old = await chipOf(t, "OLD");
    await t.rows(sql`update counter set state = 2 where tenant_id = ${t.id} and writer_id = 'OLD'`);
    s.app.events.emit(t.id, { type: "counter", counters: ["OLD"] });
    await sendReadings(t, [{ chip: old, at: noon, count: 5 }]);
    const rows = await quarantineOf(t.admin);
    expect(rows.map((r) => r.REASON)).toEqual(["malformed", "retired"]);
    expect(await releaseAll(t.admin, rows)).toEqual({
      RELEASED: 0,
      MOVED: 0,
      QUARANTINED_AGAIN: 0,
      SKIPPED: { notAReading: 1, counterRetired: 1 },
    });
    const one = (row: QuarantineRow | undefined) =>
      t.admin.mitt({
        Type: "rf_ReleaseReading",
        InParams: { QUARANTINE_ID: row?.QUARANTINE_ID, REASON: "x" },
      });
    expect(await one(rows[0])).toMatchObject({ Msg: "S0370" });
    expect(await one(rows[1])).toMatchObject({ Msg: "S0217" });
  });
});

describe("who may see and decide", () => {
  it("limits a plant to the readings of its own counters, and other tenants to theirs", async () => {
    const t = await TestTenant.create(s);
    for (const [no, plant] of [
      ["A", "P1"],
      ["B", "P2"],
    ] as const) {
      await t.counter(`W${no}`, await t.mold(no, { SAVE_ADDRESS: plant }));
      const chip = await chipOf(t, `W${no}`);
      await sendReadings(t, [
        { chip, at: noon - hour, count: 10 },
        { chip, at: noon - hour + minute, count: 500_000 },
      ]);
    }
    await sendReadings(t, [{ chip: `none-${t.code}`, at: noon, count: 1 }]);
    expect(await quarantineOf(t.admin)).toHaveLength(3);
    const plant = await t.user("P1");
    const mine = await quarantineOf(plant);
    expect(mine.map((r) => r.WRITER_ID)).toEqual(["WA"]);
    expect(await plant.run("rf_QuarantineCounts")).toMatchObject({ REASONS: { rate: 1 }, CUTS: [] });
    const foreign = (await quarantineOf(t.admin)).filter((r) => r.WRITER_ID !== "WA");
    const ids = foreign.map((r) => r.QUARANTINE_ID);
    const other = await (await TestTenant.create(s)).user(null);
    const many = { QUARANTINE_IDS: ids, REASON: "x" };
    for (const [type, InParams] of [
      ["rf_ReleaseReadings", many],
      ["rf_DiscardReadings", many],
      ["rf_PreviewRelease", { QUARANTINE_IDS: ids }],
    ] as const)
      expect(await plant.mitt({ Type: type, InParams })).toMatchObject({ Msg: "S0202^QUARANTINE_IDS" });
    expect(await other.run("rf_ReleaseReadings", many)).toMatchObject({ RELEASED: 0, MOVED: 0 });
    expect(await other.run("rf_DiscardReadings", many)).toEqual({ COUNT: 0 });
    for (const user of [plant, other]) {
      const one = { QUARANTINE_ID: ids[0], REASON: "x" };
      expect(await user.mitt({ Type: "rf_ReleaseReading", InParams: one })).toMatchObject({ Msg: "S0212" });
      const curve = { Type: "rf_QuarantineCurve", InParams: { QUARANTINE_ID: ids[0] } };
      expect(await user.mitt(curve)).toMatchObject({ Msg: "S0202^QUARANTINE_ID" });
    }
    expect(await releaseAll(plant, mine)).toMatchObject({ RELEASED: 1 });
    expect((await quarantineOf(t.admin)).filter((r) => r.QUARANTINE_STATE === "waiting")).toHaveLength(2);
  });

  it("needs the right Q to see, and the right M to decide", async () => {
    const { t, chip } = await oneMold();
    await sendReadings(t, [{ chip, at: noon - 30 * minute, count: 900_000 }]);
    const [row] = await quarantineOf(t.admin);
    const input = { QUARANTINE_IDS: [row?.QUARANTINE_ID], REASON: "x" };
    const reader = await t.user(null, ["CT103:Q", "CT102:Q", "CT102:M"]);
    expect(await quarantineOf(reader)).toHaveLength(1);
    for (const type of ["rf_ReleaseReadings", "rf_DiscardReadings", "rf_PreviewRelease"])
      expect(await reader.mitt({ Type: type, InParams: input })).toMatchObject({ Msg: "S0020" });
    const none = await t.user(null, ["CT102:Q", "CT102:M"]);
    expect(await none.mitt({ Type: "rf_QuarantineCounts", InParams: {} })).toMatchObject({ Msg: "S0020" });
  });

  it("refuses inputs that are no list of ids, and too many of them", async () => {
    const { t } = await oneMold();
    const ask = (QUARANTINE_IDS: unknown) =>
      t.admin.mitt({ Type: "rf_DiscardReadings", InParams: { QUARANTINE_IDS, REASON: "x" } });
    expect(await ask([])).toMatchObject({ Msg: "S0007^QUARANTINE_IDS" });
    expect(await ask(["1"])).toMatchObject({ Msg: "S0200^QUARANTINE_IDS" });
    expect(await ask(Array.from({ length: 501 }, (_, i) => i + 1))).toMatchObject({ Msg: "S0220^500" });
  });
});

it("a recomputation refuses a counter or a mold that does not exist", async () => {
  const t = await TestTenant.create(s);
  const of = async (input: object) => (await t.admin.mitt({ Type: "rf_Recompute", InParams: input })).Msg;
  expect(await of({ WRITER_ID: "NOPE" })).toBe("S0202^WRITER_ID");
  expect(await of({ MOLD_NO: "NOPE" })).toBe("S0202^MOLD_NO");
});
