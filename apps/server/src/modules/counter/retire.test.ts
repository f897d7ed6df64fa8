import { beforeEach, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

const retire = (WRITER_IDS: unknown, REASON: string | null = "broken") => ({
  Type: "rf_RetireCounters",
  InParams: { WRITER_IDS, REASON },
});

it("retires counters and stores the reason in remark and system log", async () => {
  await t.counter("W1");
  await t.counter("W2");
  expect(await t.admin.mitt(retire(["W1", "W2"]))).toMatchObject({ Code: 0, ReturnData: { COUNT: 2 } });
  expect(await t.admin.list("CT101", "Q01")).toMatchObject([
    { WRITER_STAT: 2, REMARK: "broken" },
    { WRITER_STAT: 2, REMARK: "broken" },
  ]);
  const log = await t.admin.list("SYS100", "Q03", where("TARGET_KEY", "W1"));
  expect(log.map((l) => l.ACTION).sort()).toEqual(["insert", "update"]);
  expect(JSON.stringify(log)).not.toContain("secret");
  expect(await t.admin.mitt(retire(["W1"]))).toMatchObject({ Msg: "S0217^W1" });
});

it("retires all counters of a selection or none, and refuses bound counters", async () => {
  await t.counter("W1");
  await t.counter("W2", await t.mold("A"), noon - 3_600_000);
  expect(await t.admin.mitt(retire(["W1", "W2"]))).toMatchObject({ Msg: "S0226^W2" });
  expect(await t.admin.mitt(retire(["W1", "nobody"]))).toMatchObject({ Msg: "S0216^nobody" });
  expect(await t.admin.list("CT101", "Q01", where("WRITER_STAT", 2))).toEqual([]);
});

it("lets the form retire and restore an unbound counter, but no bound counter", async () => {
  const mold = await t.mold("A");
  await t.counter("W1");
  await t.counter("W2", mold, noon - 3_600_000);
  const edit =
    (...ids: string[]) =>
    (WRITER_STAT: number) =>
      t.admin.mitt({
        Type: "update",
        MENU_ID: "CT101",
        TableName: "BS_WRITER",
        Data: ids.map((WRITER_ID) => ({ WRITER_ID, WRITER_STAT })),
      });
  expect(await edit("W1", "W2")(2)).toEqual({ Code: 1, Msg: "S0226^W2" });
  expect(await edit("W1")(2)).toMatchObject({ Msg: "S0023" });
  expect(await edit("W1")(0)).toMatchObject({ Msg: "S0023" });
  // The form must refuse to retire the counter W2, because W2 is bound to a mold.
  expect(await edit("W2")(1)).toMatchObject({ Msg: "S0232" });
});

it("refuses an invalid list, a missing reason, a missing right and another tenant", async () => {
  await t.counter("W1");
  for (const ids of [null, [], [1], "W1"]) expect(await t.admin.mitt(retire(ids))).toMatchObject({ Code: 1 });
  expect(await t.admin.mitt(retire(["W1"], null))).toMatchObject({ Msg: "S0007^REASON" });
  expect(await (await t.user(null, ["CT101:Q"])).mitt(retire(["W1"]))).toMatchObject({ Msg: "S0020" });
  expect(await (await TestTenant.create(s)).admin.mitt(retire(["W1"]))).toMatchObject({ Msg: "S0216^W1" });
});

it("names the chip code if another tenant has it, also when a retired counter is used again", async () => {
  const other = await TestTenant.create(s);
  await t.counter("W1");
  const [mine] = await t.admin.list("CT101", "Q01", where("WRITER_ID", "W1"));
  const row = {
    WRITER_ID: "X1",
    WRITER_IMIE: mine?.WRITER_IMIE,
    WRITER_TYPE: "LTE",
    WRITER_STAT: 1,
    IS_VALID: "Y",
    ENABLE_GPS: "N",
    INT_REPORT: 12,
  };
  const register = () =>
    other.admin.mitt({ Type: "insert", MENU_ID: "CT101", TableName: "BS_WRITER", Data: [row] });
  expect(await register()).toMatchObject({ Msg: "S0029^WRITER_IMIE" });
  expect(await t.admin.mitt(retire(["W1"]))).toMatchObject({ Code: 0 });
  // Frees the chip code, as the return of a counter does.
  await t.rows(sql`delete from chip where tenant_id = ${t.id}`);
  expect(await register()).toMatchObject({ Code: 0 });
  const reuse = {
    Type: "update",
    MENU_ID: "CT101",
    TableName: "BS_WRITER",
    Data: [{ WRITER_ID: "W1", WRITER_STAT: 0 }],
  };
  expect(await t.admin.mitt(reuse)).toMatchObject({ Msg: "S0029^WRITER_IMIE" });
});
