import { repairBy } from "@shotkeeper/contract/maintenance";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { asOwner } from "../../testing/clerk/recorder.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { countingDb } from "../../testing/work-counter.ts";
import { groupsOf } from "./repair-groups.ts";

const hour = 3_600_000;
const day = 24 * hour;

let s: TestServer;
let t: TestTenant;
let worker: TestUser;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  worker = await t.user(null);
  for (const [no, more] of [
    ["A", { MOLD_CAVE_NUM: 4 }],
    ["B", { MOLD_MAKE_ID: "M2" }],
    ["C", { SAVE_ADDRESS: "P2" }],
  ] as const)
    await t.mold(no, more);
});

async function breakdown(MOLD_NO: string): Promise<string> {
  const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
    MT_TYPE: 2,
    MOLD_NO,
    MT_SOURCE: 3,
    TASK_REASON: "leak",
  });
  return TASK_ID;
}
const record = (user: TestUser, TASK_ID: string, FINDINGS: unknown) =>
  user.mitt({ Type: "rf_RecordFindings", InParams: { TASK_ID, FINDINGS } });
/** Repairs a breakdown within `hours`, with these findings. */
async function repaired(
  mold: string,
  hours: number,
  COST: number,
  findings: readonly object[],
): Promise<string> {
  const TASK_ID = await breakdown(mold);
  await worker.run("rf_StartTask", { TASK_ID });
  s.clock.now += hours * hour;
  expect(await record(worker, TASK_ID, findings)).toMatchObject({ Code: 0 });
  await worker.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "x", COST });
  await t.admin.run("rf_AcceptTask", { TASK_ID });
  return TASK_ID;
}
const fault = (FAULT_CODE: string, CAUSE_CODE: string | null = null, more = {}) => ({
  FAULT_CODE,
  CAUSE_CODE,
  ...more,
});
interface Group {
  readonly KEY: string;
  readonly NAME: string;
  readonly REPAIRS: number;
  readonly FINDINGS: number;
  readonly REPAIR_HOURS: number;
  readonly COST: number;
  readonly BREAKDOWNS: number | null;
  readonly RUN_HOURS: number | null;
  readonly MTBF: number | null;
  readonly MTTR: number | null;
}
const groups = async (REPAIR_BY: string, more = {}, user = t.admin) =>
  user.run<{ REPAIRS: number; UNRECORDED: number; GROUPS: Group[] }>("rf_RepairGroups", {
    DAYS: 30,
    REPAIR_BY,
    ...more,
  });

describe("findings of a repair", () => {
  it("are stored with their names, replaced as a whole, and logged", async () => {
    const TASK_ID = await breakdown("A");
    const two = [
      fault("F09", "C05", { MEASURE_CODE: "A05", COMPONENT_CODE: "P10", CAVITY: 3 }),
      fault("F15"),
    ];
    expect(await record(t.admin, TASK_ID, two)).toMatchObject({ Code: 0, ReturnData: { COUNT: 2 } });
    const rows = () => t.admin.list("MT104", "Q01", where("TASK_ID", TASK_ID));
    expect(await rows()).toMatchObject([
      {
        FAULT_NAME: "漏水",
        CAUSE_NAME: "冷却水路堵塞",
        MEASURE_NAME: "疏通水路",
        COMPONENT_NAME: "冷却水路",
        CAVITY: 3,
        MOLD_NO: "A",
      },
      { FAULT_NAME: "型腔生锈", CAUSE_NAME: null },
    ]);
    expect(await record(t.admin, TASK_ID, [fault("F01")])).toMatchObject({ Code: 0 });
    expect(await rows()).toMatchObject([{ FAULT_NAME: "飞边" }]);
    const log = await t.admin.list("SYS100", "Q03", where("TARGET_KEY", TASK_ID));
    // Expects one log entry with the fault F09 as the value before the change: the second recording replaced the
    // findings.
    expect(log.map((e) => JSON.stringify(e.BEFORE)).filter((before) => before.includes("F09"))).toHaveLength(
      1,
    );
    expect(await record(t.admin, TASK_ID, [])).toMatchObject({ ReturnData: { COUNT: 0 } });
    expect(await rows()).toMatchObject([{ FINDING_ID: 0, FAULT_CODE: null }]);
  });

  it("are refused by field: unknown codes, missing faults, cavities that the mold does not have", async () => {
    const TASK_ID = await breakdown("A");
    for (const [finding, code] of [
      [fault("F99"), "S0202^FAULT_CODE"],
      [fault("F01", "A01"), "S0202^CAUSE_CODE"],
      [fault("F01", null, { MEASURE_CODE: "C01" }), "S0202^MEASURE_CODE"],
      [fault("F01", null, { COMPONENT_CODE: "F01" }), "S0202^COMPONENT_CODE"],
      [{ CAUSE_CODE: "C01" }, "S0200^FAULT_CODE"],
      [fault("F01", null, { CAVITY: 5 }), "S0200^CAVITY"],
      [fault("F01", null, { CAVITY: 0 }), "S0200^CAVITY"],
      [fault("F01", null, { CAVITY: 1.5 }), "S0200^CAVITY"],
      [fault("F01", null, { FINDING_NOTE: "x".repeat(201) }), "S0200^FINDING_NOTE"],
      ["F01", "S0200^FINDINGS"],
    ] as const)
      expect(await record(t.admin, TASK_ID, [finding]), code).toMatchObject({ Code: 1, Msg: code });
    expect(await record(t.admin, TASK_ID, Array(31).fill(fault("F01")))).toMatchObject({
      Msg: "S0200^FINDINGS",
    });
    expect(await t.admin.list("MT104", "Q01")).toMatchObject([{ FINDING_ID: 0 }]);
  });

  it("share the hours and the cost of their repair, and the shares add up", async () => {
    const TASK_ID = await repaired("A", 2, 100, [fault("F01"), fault("F02"), fault("F03")]);
    const rows = await t.admin.list("MT104", "Q01", where("TASK_ID", TASK_ID));
    expect(rows.map((r) => [r.SHARE_COST, r.SHARE_HOURS])).toEqual([
      [33.33, 0.67],
      [33.34, 0.66],
      [33.33, 0.67],
    ]);
  });

  it("belong to open breakdowns in the caller's scope only", async () => {
    const done = await repaired("A", 2, 10, [fault("F01")]);
    expect(await record(worker, done, [fault("F02")])).toMatchObject({ Msg: "S0212" });
    const { TASK_ID: planned } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
      MT_TYPE: 2,
      MOLD_NO: "B",
      MT_SOURCE: 2,
      TASK_REASON: "overhaul",
    });
    expect(await record(t.admin, planned, [fault("F02")])).toMatchObject({ Msg: "S0212" });
    const open = await breakdown("A");
    expect(await record(await t.user("P2"), open, [fault("F02")])).toMatchObject({ Msg: "S0202^TASK_ID" });
    const reader = await t.user("P1", ["MT102:Q", "MT104:Q"]);
    expect(await record(reader, open, [fault("F02")])).toMatchObject({ Msg: "S0020" });
    expect((await reader.list("MT104", "Q01")).map((r) => r.TASK_ID).sort()).toEqual([done, open].sort());
    expect(await (await t.user("P2")).list("MT104", "Q01")).toEqual([]);
  });
});

describe("the Pareto of repairs", () => {
  const rounded = (n: number) => Math.round(n * 10) / 10;

  it("is that of an independent recalculation, by each group", async () => {
    const [found] = await t.rows<{ mold_id: number }>(
      sql`select mold_id from mold where tenant_id = ${t.id} and mold_no = 'A'`,
    );
    const moldId = Number(found?.mold_id);
    const counterId = await t.counter("W1", { moldNo: "A", moldId });
    await t.rows(sql`
      insert into shot_hour (
        tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count, within_count, fast_count,
        slow_count, estimated
      )
      select ${t.id}, ${moldId}, ${new Date(noon)}::timestamptz + h * interval '1 hour', ${counterId},
        120, 3000000, 3000000, 120, 120, 0, 0, 0
      from generate_series(0, 71) h
      returning 1
    `);
    // This repair ends before the period of the report, so the report must not count it.
    s.clock.now = noon - 60 * day;
    await repaired("A", 5, 999, [fault("F01", "C01")]);
    s.clock.now = noon;
    await repaired("A", 6, 300, [
      fault("F09", "C05", { CAVITY: 2 }),
      fault("F15", "C05"),
      fault("F09", "C04"),
    ]);
    s.clock.now += day;
    await repaired("A", 3, 60, [fault("F09", "C05", { CAVITY: 2 })]);
    await repaired("B", 1, 15.5, []);
    s.clock.now += hour;
    await breakdown("C");
    s.clock.now += 3 * day;

    const rows = await t.admin.list("MT104", "Q01");
    const from = s.clock.now - 30 * day;
    const inPeriod = (at: unknown) => Date.parse(String(at)) > from && Date.parse(String(at)) <= s.clock.now;
    const ended = rows.filter((r) => r.MT_STAT === 4 && inPeriod(r.DONE_TIME));
    const [tasks] = [
      await t.rows<{ task_id: string; cost: number }>(sql`
      select task_id, cost::float8 as cost from maintenance_task where tenant_id = ${t.id}
    `),
    ];
    const costOf = (id: unknown) => Number(tasks.find((k) => k.task_id === id)?.cost ?? 0);
    const hoursOf = (r: Record<string, unknown>) =>
      (Date.parse(String(r.DONE_TIME)) - Date.parse(String(r.START_TIME))) / hour;
    const linesOf = (id: unknown) => ended.filter((r) => r.TASK_ID === id).length;

    for (const [by, key] of [
      ["fault", "FAULT_CODE"],
      ["cause", "CAUSE_CODE"],
      ["cavity", "CAVITY"],
      ["component", "COMPONENT_CODE"],
    ] as const) {
      const expected = new Map<
        string,
        { tasks: Set<unknown>; findings: number; hours: number; cost: number }
      >();
      for (const r of ended) {
        const k = String(r[key] ?? "");
        const g = expected.get(k) ?? { tasks: new Set(), findings: 0, hours: 0, cost: 0 };
        expected.set(k, g);
        g.tasks.add(r.TASK_ID);
        g.findings += r.FINDING_ID === 0 ? 0 : 1;
        g.hours += hoursOf(r) / linesOf(r.TASK_ID);
        g.cost += costOf(r.TASK_ID) / linesOf(r.TASK_ID);
      }
      const { REPAIRS, UNRECORDED, GROUPS } = await groups(by);
      // The repair of mold A with three findings may count in several groups, but counts once in the sum.
      expect([REPAIRS, UNRECORDED]).toEqual([3, 1]);
      expect(GROUPS.map((g) => g.KEY).sort(), by).toEqual([...expected.keys()].sort());
      for (const g of GROUPS) {
        const e = expected.get(g.KEY);
        expect(g, `${by} ${g.KEY}`).toMatchObject({
          REPAIRS: e?.tasks.size,
          FINDINGS: e?.findings,
          REPAIR_HOURS: rounded(e?.hours ?? 0),
          MTBF: null,
        });
        expect(g.COST).toBeCloseTo(e?.cost ?? 0, 2);
      }
    }
    const byFault = (await groups("fault")).GROUPS;
    expect(byFault.map((g) => [g.NAME, g.REPAIRS, g.REPAIR_HOURS])).toEqual([
      ["漏水", 2, 7],
      ["型腔生锈", 1, 2],
      ["", 1, 1],
    ]);
    const byMold = (await groups("mold")).GROUPS;
    expect(byMold).toMatchObject([
      // Mold A ran 50 minutes in each of 72 hours, which are 60 run hours. It had two breakdowns, and two repairs of 6
      // h and 3 h.
      { KEY: "A", REPAIRS: 2, FINDINGS: 4, COST: 360, BREAKDOWNS: 2, RUN_HOURS: 60, MTBF: 30, MTTR: 4.5 },
      { KEY: "B", REPAIRS: 1, FINDINGS: 0, COST: 15.5, BREAKDOWNS: 1, RUN_HOURS: 0, MTBF: 0, MTTR: 1 },
      { KEY: "C", REPAIRS: 0, BREAKDOWNS: 1, MTTR: null },
    ]);
    const total = await t.admin.run<Record<string, number>>("rf_MaintenanceFigures", { DAYS: 30 });
    const sum = (name: "REPAIRS" | "BREAKDOWNS" | "RUN_HOURS" | "REPAIR_HOURS", all: readonly Group[]) =>
      all.reduce((n, g) => n + Number(g[name]), 0);
    expect(total).toMatchObject({ REPAIRS: 3, REPAIR_COST: 375.5, COST: 375.5 });
    for (const by of ["mold", "maker", "plant"]) {
      const all = (await groups(by)).GROUPS;
      for (const name of ["REPAIRS", "BREAKDOWNS", "RUN_HOURS", "REPAIR_HOURS"] as const)
        expect(sum(name, all), `${by} ${name}`).toBeCloseTo(Number(total[name]), 1);
    }
    expect((await groups("maker")).GROUPS.map((g) => [g.KEY, g.REPAIRS])).toEqual([
      ["M1", 2],
      ["M2", 1],
    ]);
    expect((await groups("mold", { MOLD_NO: "B" })).GROUPS.map((g) => g.KEY)).toEqual(["B"]);
    expect((await groups("mold", {}, await t.user("P2"))).GROUPS.map((g) => g.KEY)).toEqual(["C"]);
  });
});

it("the groups of one mold read the hours of this mold only", async () => {
  await repaired("A", 1, 1, []);
  await t.rows(sql`
    insert into shot_hour (
      tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count, within_count, fast_count,
      slow_count, estimated
    )
    select
      ${t.id}, m.mold_id + n, ${new Date(s.clock.now)}::timestamptz - h * interval '1 hour', 1, 1, 1, 1, 1, 1, 0, 0, 0
    from mold m, generate_series(0, 99) n, generate_series(1, 20) h
    where m.tenant_id = ${t.id} and m.mold_no = 'A'
    returning 1
  `);
  await s.app.db.platform(asOwner("analyze shot_hour;"));
  const rowsRead = async (moldNo: string) => {
    const { db, work } = countingDb(s.app.db);
    await groupsOf({ ...systemCtxOf(t), db }, { days: 30, repairBy: repairBy.values.mold, moldNo });
    return work.rows;
  };
  // Mold A has only 20 of the 2,000 stored hourly rows, so the query must read few rows.
  expect(await rowsRead("A")).toBeLessThan(500);
});

it("starts with the usual lists of the trade in a new tenant", async () => {
  const rows = await t.rows<{ dict_code: string; n: number }>(
    sql`
      select dict_code, count(*)::int as n from dictionary_item where tenant_id = ${t.id} group by 1 order by 1
    `,
  );
  expect(rows.map((r) => [r.dict_code, r.n])).toEqual([
    ["MOLD_COMPONENT", 14],
    ["REPAIR_CAUSE", 14],
    ["REPAIR_FAULT", 15],
    ["REPAIR_MEASURE", 8],
  ]);
});
