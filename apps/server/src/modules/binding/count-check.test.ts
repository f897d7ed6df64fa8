import { beforeEach, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
let s: TestServer;
let t: TestTenant;
let counterId: number;

const report = (at: number, count: number) => s.app.ledger.ingest(t.id, [readingAt(counterId, at, count)]);
const run = (type: string, input: Record<string, unknown>) =>
  t.admin.mitt({ Type: type, InParams: type === "rf_BindCounter" ? input : { REASON: "x", ...input } });
const iso = (ms: number) => new Date(ms).toISOString();

beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  counterId = await t.counter("C1");
  await t.mold("M1");
  await report(noon - 4 * hour, 1000);
  await report(noon - 2 * hour, 1200);
});

it("binds only with a count between the readings around the time", async () => {
  const bind = (BIND_COUNT: number, BIND_TIME: string) =>
    run("rf_BindCounter", { MOLD_NO: "M1", WRITER_ID: "C1", BIND_COUNT, BIND_TIME });
  expect(await bind(239, iso(noon - 3 * hour))).toEqual({ Code: 1, Msg: "S0238^239: 1000–1200" });
  expect(await bind(1201, iso(noon - 3 * hour))).toEqual({ Code: 1, Msg: "S0238^1201: 1000–1200" });
  expect(await bind(1199, iso(noon - hour))).toEqual({ Code: 1, Msg: "S0238^1199: 1200–" });
  // The last count is 1,200. A machine with a cycle of 500 ms makes at most 7,200 shots an hour. So the count is at
  // most 8,400.
  expect(await bind(8401, iso(noon - hour))).toEqual({ Code: 1, Msg: "S0238^8401: 1200–8400" });
  expect(await bind(999_999, iso(noon - 5 * hour))).toEqual({ Code: 1, Msg: "S0238^999999: 0–1000" });
  expect(await bind(1100, iso(noon - 3 * hour))).toMatchObject({ Code: 0 });
});

it("binds only with a count that fits the counts typed at other bindings", async () => {
  const other = await t.counter("C2");
  await t.mold("M2");
  const bind = (MOLD_NO: string, BIND_COUNT: number, at: number) =>
    run("rf_BindCounter", { MOLD_NO, WRITER_ID: "C2", BIND_COUNT, BIND_TIME: iso(at) });
  expect(await bind("M1", 50, noon - 4 * hour)).toMatchObject({ Code: 0 });
  expect(
    await run("rf_UnbindCounter", { WRITER_ID: "C2", UNBIND_TIME: iso(noon - 3 * hour), UNBIND_COUNT: 70 }),
  ).toMatchObject({ Code: 0 });
  expect(await bind("M2", 69, noon - 2 * hour)).toEqual({ Code: 1, Msg: "S0238^69: 70–" });
  expect(await bind("M2", 49, noon - 5 * hour)).toMatchObject({ Msg: expect.stringMatching(/^S/) });
  expect(await bind("M2", 70, noon - 2 * hour)).toMatchObject({ Code: 0 });
  const [rows = []] = await s.app.db.run(t.id, [
    sql`select binding_id from binding where tenant_id = ${t.id} and counter_id = ${other} order by bound_at`,
  ]);
  const change = (BIND_COUNT: number) =>
    run("rf_ChangeBinding", { BIND_ID: rows[1]?.binding_id, BIND_COUNT });
  expect(await change(60)).toEqual({ Code: 1, Msg: "S0238^60: 70–" });
  // Changes the typed count of the same binding again. The earlier typed count does not limit the new one.
  expect(await change(90)).toMatchObject({ Code: 0 });
  expect(await change(75)).toMatchObject({ Code: 0 });
});

it("ends and amends a binding only with counts that fit the readings", async () => {
  const { BIND_ID } = await t.admin.run<{ BIND_ID: number }>("rf_BindCounter", {
    MOLD_NO: "M1",
    WRITER_ID: "C1",
    BIND_TIME: iso(noon - 5 * hour),
  });
  expect(await run("rf_ChangeBinding", { BIND_ID, UNBIND_COUNT: 1150 })).toEqual({
    Code: 1,
    Msg: "S0007^UNBIND_TIME",
  });
  const end = { UNBIND_TIME: iso(noon - 3 * hour) };
  const unbind = (UNBIND_COUNT: number) => run("rf_UnbindCounter", { WRITER_ID: "C1", ...end, UNBIND_COUNT });
  expect(await unbind(1)).toEqual({ Code: 1, Msg: "S0238^1: 1000–1200" });
  expect(await unbind(1150)).toMatchObject({ Code: 0 });
  const change = (input: Record<string, unknown>) => run("rf_ChangeBinding", { BIND_ID, ...input });
  expect(await change({ UNBIND_COUNT: 1 })).toEqual({ Code: 1, Msg: "S0238^1: 1000–1200" });
  expect(await change({ BIND_COUNT: 1001 })).toEqual({ Code: 1, Msg: "S0238^1001: 0–1000" });
  expect(await change({ UNBIND_TIME: iso(noon + hour) })).toEqual({ Code: 1, Msg: "S0200^UNBIND_TIME" });
  expect(await change({ UNBIND_COUNT: 1020 })).toMatchObject({ Code: 0 });
});

it("ends a binding with a smaller count only if a reading shows that the counter was set back", async () => {
  await t.mold("M2");
  const other = await t.counter("C2");
  const bound = { MOLD_NO: "M2", WRITER_ID: "C2", BIND_TIME: iso(noon - 5 * hour), BIND_COUNT: 864 };
  const { BIND_ID } = await t.admin.run<{ BIND_ID: number }>("rf_BindCounter", bound);
  const end = { UNBIND_TIME: iso(noon - 3 * hour), UNBIND_COUNT: 2 };
  const refused = { Code: 1, Msg: "S0238^2: 864–" };
  expect(await run("rf_UnbindCounter", { WRITER_ID: "C2", ...end })).toEqual(refused);
  expect(await run("rf_ChangeBinding", { BIND_ID, ...end })).toEqual(refused);
  counterId = other;
  await report(noon - 2 * hour, 5);
  expect(await run("rf_UnbindCounter", { WRITER_ID: "C2", ...end })).toMatchObject({ Code: 0 });
});

it("corrects two counts of the same moment one after the other, and leaves unchanged counts alone", async () => {
  const counter = await t.counter("C3");
  await t.mold("M3");
  const at = iso(noon - 2 * hour);
  const bind = { WRITER_ID: "C3", BIND_TIME: iso(noon - 4 * hour) };
  const first = await t.admin.run<{ BIND_ID: number }>("rf_BindCounter", {
    ...bind,
    MOLD_NO: "M1",
    BIND_COUNT: 50,
  });
  const unbind = (UNBIND_COUNT: number) =>
    run("rf_UnbindCounter", { WRITER_ID: "C3", UNBIND_TIME: at, UNBIND_COUNT });
  // A machine with a cycle of 500 ms makes at most 14,400 shots in two hours.
  expect(await unbind(14_451)).toEqual({ Code: 1, Msg: "S0238^14451: 50–14450" });
  expect(await unbind(70)).toMatchObject({ Code: 0 });
  const second = await t.admin.run<{ BIND_ID: number }>("rf_BindCounter", {
    WRITER_ID: "C3",
    MOLD_NO: "M3",
    BIND_TIME: at,
    BIND_COUNT: 70,
  });
  expect(await run("rf_ChangeBinding", { BIND_ID: first.BIND_ID, UNBIND_COUNT: 80 })).toMatchObject({
    Code: 0,
  });
  expect(await run("rf_ChangeBinding", { BIND_ID: second.BIND_ID, BIND_COUNT: 80 })).toMatchObject({
    Code: 0,
  });
  // Stores a count that is lower than the count before it, as versions without the check have allowed.
  await t.rows(sql`
    update binding set bound_count = 60, bound_at = ${new Date(noon - hour)}
    where tenant_id = ${t.id} and counter_id = ${counter} and unbound_at is null
  `);
  expect(await run("rf_ChangeBinding", { BIND_ID: second.BIND_ID, MOLD_NO: "M1" })).toMatchObject({
    Code: 0,
  });
});

it("accepts the smaller count of a narrow counter that can have begun at 0 again", async () => {
  const narrow = await t.counter("C3");
  await t.rows(
    sql`update counter set max_count = 65535 where tenant_id = ${t.id} and counter_id = ${narrow}`,
  );
  const bind = (BIND_COUNT: number, at: number) =>
    run("rf_BindCounter", { MOLD_NO: "M1", WRITER_ID: "C3", BIND_COUNT, BIND_TIME: iso(at) });
  const unbind = (UNBIND_COUNT: number, at: number) =>
    run("rf_UnbindCounter", { WRITER_ID: "C3", UNBIND_TIME: iso(at), UNBIND_COUNT });
  expect(await bind(65_000, noon - 4 * hour)).toMatchObject({ Code: 0 });
  // From 65,000 to 7,000 the counter would need 536 shots to reach its maximum and 7,000 more. These are more than the
  // 7,200 shots that a machine can make in an hour.
  expect(await unbind(7000, noon - 3 * hour)).toEqual({ Code: 1, Msg: "S0238^7000: 65000–" });
  expect(await unbind(6000, noon - 3 * hour)).toMatchObject({ Code: 0 });
  expect(await bind(5999, noon - 2 * hour)).toEqual({ Code: 1, Msg: "S0238^5999: 6000–" });
});

it("binds a narrow counter by its true count after it began at 0 again", async () => {
  counterId = await t.counter("C3");
  await t.rows(
    sql`update counter set max_count = 65535 where tenant_id = ${t.id} and counter_id = ${counterId}`,
  );
  await report(noon - 3 * hour, 65_000);
  const bind = (BIND_COUNT: number) =>
    run("rf_BindCounter", {
      MOLD_NO: "M1",
      WRITER_ID: "C3",
      BIND_COUNT,
      BIND_TIME: iso(noon - 2 * hour),
    });
  expect(await bind(7000)).toEqual({ Code: 1, Msg: "S0238^7000: 65000–" });
  expect(await bind(100)).toMatchObject({ Code: 0 });
});
