import { beforeEach, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
let s: TestServer;
let t: TestTenant;

beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  const counterId = await t.counter("C1", await t.mold("M1"), noon - 20 * hour);
  await t.mold("M2");
  await s.app.ledger.ingest(
    t.id,
    Array.from({ length: 20 }, (_, i) =>
      readingAt(counterId, noon - (20 - i) * hour, 100 * i, { receivedAt: noon }),
    ),
  );
});
const totals = async () =>
  Object.fromEntries((await t.admin.list("BS101", "Q01")).map((m) => [m.MOLD_NO, m.COUNT_TIMES]));
const bindingId = async () => Number((await t.admin.list("BS104", "Q01"))[0]?.BIND_ID);
const move = async (more: object = {}) => {
  const InParams = { BIND_ID: await bindingId(), MOLD_NO: "M2", REASON: "wrong mold", ...more };
  return t.admin.mitt({ Type: "rf_ChangeBinding", InParams });
};
const moldId = async (no: string) =>
  Number(
    (await t.rows(sql`select mold_id from mold where tenant_id = ${t.id} and mold_no = ${no}`))[0]?.mold_id,
  );
const hoursOf = () => sql`
  select m.mold_no, sum(h.shots)::int as n
  from shot_hour h
  join mold m on m.tenant_id = h.tenant_id and m.mold_id = h.mold_id
  where h.tenant_id = ${t.id}
  group by 1
`;
const recompute = () => t.admin.run("rf_Recompute", {});

it("moves an open binding with its shots to another mold", async () => {
  expect(await totals()).toEqual({ M1: 1900, M2: 0 });
  expect(await move()).toMatchObject({ Code: 0, ReturnData: { MOVED: 1900 } });
  expect(await totals()).toEqual({ M1: 0, M2: 1900 });
  expect(await t.rows<{ n: number }>(hoursOf())).toEqual([{ mold_no: "M2", n: 1900 }]);
  expect(await recompute()).toEqual({ COUNTERS: 1, CHANGED: 0 });
});

it("moves an ended binding, and changes its end in the same step", async () => {
  await t.admin.run("rf_UnbindCounter", {
    WRITER_ID: "C1",
    UNBIND_TIME: iso(noon - 5 * hour),
    REASON: "x",
  });
  expect(await totals()).toEqual({ M1: 1500, M2: 0 });
  expect(await move({ UNBIND_TIME: iso(noon - 10 * hour) })).toMatchObject({ Code: 0 });
  expect(await totals()).toEqual({ M1: 0, M2: 1000 });
  expect(await recompute()).toEqual({ COUNTERS: 1, CHANGED: 0 });
});

it("refuses a mold that has another counter then, that is unknown, archived or scrapped", async () => {
  await t.counter("C2", { moldNo: "M2", moldId: await moldId("M2") }, noon - 30 * hour);
  expect(await move()).toEqual({ Code: 1, Msg: "S0100" });
  expect(await move({ MOLD_NO: "M9" })).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
  await t.mold("M3");
  const document = { MENU_ID: "BS101", TableName: "BS_MOLD", Data: [{ MOLD_NO: "M3" }] };
  await t.admin.mitt({ Type: "archive", ...document });
  expect(await move({ MOLD_NO: "M3" })).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
  await t.mold("M4");
  await t.admin.run("rf_ScrapMold", { MOLD_NO: "M4", REASON: "x" });
  expect(await move({ MOLD_NO: "M4" })).toEqual({ Code: 1, Msg: "S0212" });
});
