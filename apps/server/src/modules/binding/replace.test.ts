import { beforeEach, describe, expect, it } from "vitest";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

interface Missed {
  readonly FROM_TIME: string;
  readonly TO_TIME: string;
  readonly SHOTS: number;
  readonly PAST_HOURS: number;
  readonly RUNNING_HOURS: number;
  readonly HOURLY_SHOTS: number;
  readonly IS_ADDED: string;
}
interface Explanation {
  readonly TOTAL: number;
  readonly CORRECTIONS: readonly Readonly<Record<string, unknown>>[];
}

describe("a replacement of a counter", () => {
  let s: TestServer;
  let t: TestTenant;
  /** Beginning of the binding of counter C1, epoch ms. C1 reports every hour for eight days, then no more. */
  const begin = noon - 240 * hour;
  const last = begin + 192 * hour;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    const counterId = await t.counter("C1", await t.mold("M1"), begin);
    await t.counter("C2");
    await s.app.ledger.ingest(
      t.id,
      // Each day the mold runs for 12 hours with 100 shots an hour, then stands still for 12 hours.
      Array.from({ length: 193 }, (_, i) =>
        readingAt(counterId, begin + i * hour, 1000 + 1200 * Math.floor(i / 24) + 100 * Math.min(12, i % 24)),
      ),
    );
  });
  const input = (more: object) => ({ MOLD_NO: "M1", NEW_WRITER_ID: "C2", REASON: "battery", ...more });
  const preview = async (more: object, user: TestUser = t.admin) =>
    user.mitt<{ MISSED: Missed | null; MOLDS: readonly Readonly<Record<string, unknown>>[] }>({
      Type: "preview",
      Command: "rf_ReplaceCounter",
      InParams: input(more),
    });
  const explain = () => t.admin.run<Explanation>("rf_ExplainCount", { MOLD_NO: "M1" });

  it("takes a counter off its mold that became invalid there, and binds no invalid counter", async () => {
    const invalid = (WRITER_ID: string) =>
      t.admin.mitt({
        Type: "update",
        MENU_ID: "CT101",
        TableName: "BS_WRITER",
        Data: [{ WRITER_ID, IS_VALID: "N" }],
      });
    await invalid("C1");
    await t.admin.run("rf_ReplaceCounter", input({}));
    s.clock.now = noon + hour;
    await invalid("C2");
    expect(
      await t.admin.mitt({ Type: "rf_ReplaceCounter", InParams: input({ NEW_WRITER_ID: "C1" }) }),
    ).toMatchObject({ Msg: "S0217" });
    await t.admin.run("rf_UnbindCounter", { WRITER_ID: "C2", REASON: "defect" });
  });

  it("estimates the shots that nobody counted from the mold's pace, and adds them if wanted", async () => {
    const gap = {
      FROM_TIME: iso(last),
      TO_TIME: iso(noon),
      SHOTS: 48 * 50,
      PAST_HOURS: 192,
      RUNNING_HOURS: 96,
      HOURLY_SHOTS: 100,
    };
    expect((await preview({})).ReturnData).toMatchObject({ MISSED: { ...gap, IS_ADDED: "N" }, MOLDS: [] });
    expect((await preview({ ADD_MISSED: "Y" })).ReturnData).toMatchObject({
      MISSED: { ...gap, IS_ADDED: "Y" },
      MOLDS: [{ MOLD_NO: "M1", SHOTS_BEFORE: 9600, SHOTS_AFTER: 12_000, DAYS: 0 }],
    });
    const done = await t.admin.run("rf_ReplaceCounter", input({ ADD_MISSED: "Y" }));
    expect(done).toMatchObject({ MISSED: 2400, CHANGE_ID: null });
    expect(await explain()).toMatchObject({
      TOTAL: 12_000,
      CORRECTIONS: [
        { QTY: 2400, REASON: "battery", IS_ESTIMATED: "Y", GAP_FROM: iso(last), GAP_TO: iso(noon) },
      ],
    });
    const kinds = (await t.admin.list("BS101", "Q02")).map((e) => e.EVENT_KIND);
    expect(kinds.filter((k) => k === "estimated" || k === "correction")).toEqual(["estimated"]);
  });

  it("leaves the estimate if it is not wanted", async () => {
    expect(await t.admin.run("rf_ReplaceCounter", input({}))).toMatchObject({ MISSED: 0 });
    expect(await explain()).toMatchObject({ TOTAL: 9600, CORRECTIONS: [] });
  });

  it("counts up to the old counter's last count, and from the new counter's first count", async () => {
    const stopped = last + 6 * hour;
    const counts = { STOP_TIME: iso(stopped), OLD_COUNT: 10_700, NEW_COUNT: 5, BIND_TIME: iso(noon - hour) };
    const { ReturnData } = await preview(counts);
    expect(ReturnData.MOLDS).toMatchObject([{ MOLD_NO: "M1", SHOTS_BEFORE: 9600, SHOTS_AFTER: 9700 }]);
    expect(ReturnData.MISSED).toMatchObject({ FROM_TIME: iso(stopped), TO_TIME: iso(noon - hour) });
    await t.admin.run("rf_ReplaceCounter", input(counts));
    expect(await t.admin.list("BS104", "Q01")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          WRITER_ID: "C1",
          UNBIND_TIME: expect.stringContaining(iso(stopped).slice(0, 16)),
          UNBIND_COUNT: 10_700,
        }),
        expect.objectContaining({ WRITER_ID: "C2", BIND_COUNT: 5 }),
      ]),
    );
    expect(await explain()).toMatchObject({ TOTAL: 9700 });
  });

  it("refuses times in the wrong order, in the preview as in the command", async () => {
    for (const [more, Msg] of [
      [{ STOP_TIME: iso(noon + hour) }, "S0200^STOP_TIME"],
      [{ BIND_TIME: iso(noon + hour) }, "S0200^BIND_TIME"],
      [{ STOP_TIME: iso(noon - hour), BIND_TIME: iso(noon - 2 * hour) }, "S0200^STOP_TIME"],
      [{ OLD_COUNT: 1 }, "S0238^1: 10600–"],
      [{ NEW_WRITER_ID: "C9" }, "S0202^WRITER_ID"],
    ] as const) {
      expect(await preview(more)).toEqual({ Code: 1, Msg });
      expect(await t.admin.mitt({ Type: "rf_ReplaceCounter", InParams: input(more) })).toEqual({
        Code: 1,
        Msg,
      });
    }
  });

  it("adds an estimate only with the right to correct counts", async () => {
    const user = await t.user(null, ["BS104:Q", "BS104:M"]);
    expect(await preview({ ADD_MISSED: "Y" }, user)).toEqual({ Code: 1, Msg: "S0020" });
    const replace = (more: object) => user.mitt({ Type: "rf_ReplaceCounter", InParams: input(more) });
    expect(await replace({ ADD_MISSED: "Y" })).toEqual({ Code: 1, Msg: "S0020" });
    expect(await preview({}, user)).toMatchObject({ Code: 0 });
    expect(await replace({})).toMatchObject({ Code: 0 });
  });

  it("keeps times, counts and estimate of a request until its approval", async () => {
    await t.admin.mitt({
      Type: "insert",
      MENU_ID: "BS109",
      TableName: "SYS_PRM",
      Data: [{ PRM_ID: "COUNTER_AUDIT", PRM_VALUE: "1" }],
    });
    const shown = await preview({ STOP_TIME: iso(last), ADD_MISSED: "Y" });
    expect(shown.ReturnData.MISSED).toMatchObject({ SHOTS: 2400, IS_ADDED: "Y" });
    const { CHANGE_ID } = await t.admin.run<{ CHANGE_ID: number }>(
      "rf_ReplaceCounter",
      input({ STOP_TIME: iso(last), NEW_COUNT: 7, ADD_MISSED: "Y" }),
    );
    expect((await explain()).TOTAL).toBe(9600);
    const second = await t.user(null);
    s.clock.now += 5 * hour;
    const judgement = { CHANGE_ID, C_STAT: 1 };
    const seen = await second.mitt({
      Type: "preview",
      Command: "rf_JudgeReplacement",
      InParams: judgement,
    });
    expect(seen.ReturnData).toMatchObject({
      MISSED: { TO_TIME: iso(noon), SHOTS: 2400 },
      MOLDS: [{ SHOTS_BEFORE: 9600, SHOTS_AFTER: 12_000 }],
    });
    await second.run("rf_JudgeReplacement", judgement);
    expect((await explain()).TOTAL).toBe(12_000);
    expect(await t.admin.list("BS104", "Q02")).toMatchObject([{ NEW_COUNT: 7, ADD_MISSED: "Y" }]);
  });
});
