import { beforeEach, describe, expect, it } from "vitest";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import type { ImportAnswer } from "../../testing/wire-answers.ts";

const importBindings = (user: TestUser, ROWS: unknown, CHECK_ONLY = "N") =>
  user.mitt<ImportAnswer>({ Type: "rf_ImportBindings", InParams: { ROWS, CHECK_ONLY } });

describe("the import of bindings", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    for (const no of ["M1", "M2", "M3"]) await t.mold(no);
    for (const id of ["C1", "C2"]) await t.counter(id);
  });
  const bound = async () =>
    (await t.admin.list("BS104", "Q01")).map((b) => `${b.MOLD_NO} ${b.WRITER_ID}`).sort();
  const pair = (mold: number, counter: number, more = {}) => ({
    MOLD_NO: `M${mold}`,
    WRITER_ID: `C${counter}`,
    ...more,
  });

  // spec: admin 2.12, 8.43
  it("writes nothing on a check, then binds all pairs", async () => {
    const rows = [
      pair(1, 1, { BIND_TIME: new Date(noon - 3_600_000).toISOString() }),
      pair(2, 2, { BIND_COUNT: 5 }),
    ];
    expect(await importBindings(t.admin, rows, "Y")).toMatchObject({ ReturnData: { COUNT: 2, FAULTS: [] } });
    expect(await bound()).toEqual([]);
    expect(await importBindings(t.admin, rows)).toMatchObject({
      Code: 0,
      ReturnData: { COUNT: 2, FAULTS: [] },
    });
    expect(await bound()).toEqual(["M1 C1", "M2 C2"]);
    const again = await importBindings(t.admin, rows);
    expect(again.ReturnData.FAULTS.map((f) => f.MSG)).toEqual(["S0102", "S0102"]);
  });

  // spec: admin 8.41, 8.42
  it("refuses all pairs when one is wrong, and reports each fault with its row", async () => {
    const { ReturnData } = await importBindings(t.admin, [
      pair(1, 1),
      pair(1, 2),
      pair(2, 1),
      pair(9, 2),
      pair(3, 9),
      { MOLD_NO: "M3" },
      pair(3, 2, { BIND_TIME: "soon" }),
      pair(3, 2, { BIND_TIME: new Date(noon + 60_000).toISOString() }),
    ]);
    expect(ReturnData.COUNT).toBe(0);
    expect(ReturnData.FAULTS.map((f) => `${f.ROW} ${f.FIELD} ${f.MSG}`)).toEqual([
      "1 null S0100",
      "2 null S0101",
      "3 MOLD_NO S0202^MOLD_NO",
      "4 WRITER_ID S0202^WRITER_ID",
      "5 WRITER_ID S0007^WRITER_ID",
      "6 BIND_TIME S0200^BIND_TIME",
      "7 BIND_TIME S0200^BIND_TIME",
    ]);
    expect(await bound()).toEqual([]);
  });

  it("is refused without the right, for molds out of scope, and to another tenant", async () => {
    expect(await importBindings(await t.user(null, ["BS104:Q", "BS104:M"]), [pair(1, 1)])).toEqual({
      Code: 1,
      Msg: "S0020",
    });
    for (const user of [await t.user("P2"), (await TestTenant.create(s)).admin])
      expect(await importBindings(user, [pair(1, 1)])).toMatchObject({
        ReturnData: { COUNT: 0, FAULTS: [{ ROW: 0, FIELD: "MOLD_NO", MSG: "S0202^MOLD_NO" }] },
      });
    expect(
      await importBindings(
        t.admin,
        Array.from({ length: 501 }, () => pair(1, 1)),
      ),
    ).toEqual({ Code: 1, Msg: "S0220^500" });
    expect(await bound()).toEqual([]);
  });
});

describe("the import of counters", () => {
  it("registers all counters of a sheet, or none", async () => {
    const t = await TestTenant.create(await withServer());
    const row = (n: number, more = {}) => ({
      WRITER_ID: `C${n}`,
      WRITER_IMIE: `${t.code}-${n}`,
      WRITER_TYPE: "LTE",
      WRITER_STAT: 0,
      IS_VALID: "Y",
      ENABLE_GPS: "N",
      ...more,
    });
    const send = (user: TestUser, ...ROWS: unknown[]) =>
      user.mitt<ImportAnswer>({ Type: "rf_ImportCounters", InParams: { ROWS, CHECK_ONLY: "N" } });
    const faulty = await send(
      t.admin,
      row(1),
      row(2, { WRITER_IMIE: `${t.code}-1` }),
      row(3, { WRITER_TYPE: "?" }),
      row(4, { IS_VALID: null }),
    );
    expect(faulty.ReturnData.FAULTS.map((f) => `${f.ROW} ${f.MSG}`)).toEqual([
      "1 S0029^WRITER_IMIE",
      "2 S0200^WRITER_TYPE",
      "3 S0007^IS_VALID",
    ]);
    const retired = await send(t.admin, row(1, { WRITER_STAT: 2 }));
    expect(retired.ReturnData.FAULTS).toEqual([{ ROW: 0, FIELD: null, MSG: "S0212" }]);
    expect(await t.admin.list("CT101", "Q01")).toEqual([]);
    expect(await send(t.admin, row(1), row(2))).toMatchObject({ ReturnData: { COUNT: 2 } });
    expect(await t.admin.list("CT101", "Q01")).toMatchObject([{ INT_GPS: 24 }, { INT_GPS: 24 }]);
    expect(await send(await t.user(null, ["CT101:Q"]), row(5))).toEqual({ Code: 1, Msg: "S0020" });
    // A chip belongs to one tenant, so the import of the same chip by another tenant is refused as a duplicate.
    const other = await TestTenant.create(t.server);
    expect(await send(other.admin, row(1))).toMatchObject({ Code: 1, Msg: expect.stringMatching(/^S0029/) });
    expect(await other.admin.list("CT101", "Q01")).toEqual([]);
  });
});
