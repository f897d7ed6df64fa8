import { beforeAll, describe, expect, it } from "vitest";
import { openWarningsByClock } from "../jobs/warning-clock.ts";
import { sql } from "../kernel/db/sql.ts";
import { systemCtxOf } from "../testing/job.ts";
import { noon, type TestServer, where, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import type { IndicatorAnswer, WorkplaceFigures } from "../testing/wire-answers.ts";
import { makeForecasts } from "./indicator/index.ts";

const day = 86_400_000;
let s: TestServer;
let t: TestTenant;

const put = (MENU_ID: string, TableName: string, row: Record<string, unknown>) =>
  t.admin
    .mitt({ Type: "insert", MENU_ID, TableName, Data: [row] })
    .then((a) => expect(a).toMatchObject({ Code: 0 }));

/**
 * Inserts a mold and rows of all kinds that can refer to it: a counter, readings, tasks, orders, trials, documents.
 * `no` is the mold number.
 */
async function fill(no: string) {
  const { moldId } = await t.mold(no, { MOLD_N_O: 1, PROJECT_NO: `PRJ-${no}`, MOLD_LIFE: 10 });
  const counterId = await t.counter(`W-${no}`, { moldNo: no, moldId });
  await t.months("2026-04-01", "2026-05-01");
  await t.rows(
    sql`insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags)
      select ${t.id}, ${counterId}, x, 1000 + n * 10, x, 1, 0
      from generate_series(1, 20) n cross join lateral (
        select ${new Date(noon)}::timestamptz - (21 - n) * interval '1 day' as x) y`,
  );
  await t.hours(
    Array.from({ length: 20 }, (_, n) => ({
      mold_id: moldId,
      counter_id: counterId,
      hour: noon - (21 - n) * day - (noon % 3_600_000),
      shots: 100,
      run_ms: 3_000_000,
      cycle_ms: 3_000_000,
      cycle_count: 100,
      within_count: 100,
    })),
  );
  const PE_DATE = new Date(noon + 9 * day).toISOString();
  await t.admin.run("rf_AddTask", { MT_TYPE: 1, MOLD_NO: no, MT_SOURCE: 2, TASK_REASON: "x" });
  await t.admin.run("rf_AddTask", { MT_TYPE: 2, MOLD_NO: no, MT_SOURCE: 2, TASK_REASON: "x" });
  await put("PO101", "PRD_ORDER", { ORDER_ID: `O-${no}`, MOLD_NO: no, ORDER_TIMES: 100, PE_DATE });
  await t.rows(
    sql`update production_order set order_state = 2, planned_end = ${new Date(noon - 2 * day)}
      where tenant_id = ${t.id} and order_id = ${`O-${no}`}`,
  );
  const trial = { MOLD_NO: no, TRIAL_REASON: "x", REQUESTER: "Li", PLAN_DATE: PE_DATE };
  await put("TR101", "MOLD_TRIAL", { TRIAL_ID: `T-${no}`, ...trial });
  await put("IN101", "MOLD_APPOINT", {
    APPOINT_ID: `A-${no}`,
    MOLD_NO: no,
    APPOINT_TYPE: 1,
    PROBLEM: "flash",
    APPOINT_LEVEL: 2,
  });
  await put("BS107", "BS_DEVICE", {
    DEV_ID: `D-${no}`,
    DEV_NAME: "press",
    DEV_TON: 100,
    DUTY_MAN: "Li",
    PLANT_ID: "P1",
    DEV_STAT: 0,
  });
  await t.admin.run("rf_MountMold", { DEV_ID: `D-${no}`, MOLD_NO: no, REASON: "x" });
  for (const kind of ["battery", "idle"])
    await t.rows(
      sql`insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at)
        values (${t.id}, ${kind}, 1, ${moldId}, ${counterId}, ${new Date(noon - day)}, ${new Date(noon)})`,
    );
  for (const [org, from, before] of [
    ["P1", 20, null],
    ["M1", 5, "P1"],
    ["P1", 2, "M1"],
  ] as const)
    await t.rows(
      sql`insert into mold_visit (tenant_id, mold_id, org_id, visit_from, last_at, longitude, latitude, fixes,
          visit_source, before_id)
        values (${t.id}, ${moldId}, ${org}, ${new Date(noon - from * day)}, ${new Date(noon)}, 113.5, 23.25, 5,
          'position', ${before})`,
    );
  const newMold = `NEW-${no}`;
  await t.mold(newMold, { MOLD_N_O: 0 });
  await put("NM101", "NEW_MOLD_PLAN", {
    MOLD_NO: newMold,
    PLAN_OWNER: "Li",
    OPEN_DATE: "2026-03-01",
    T0_DATE: "2026-04-01",
    T1_DATE: "2026-04-20",
    QA_DATE: "2026-05-10",
    HO_DATE: "2026-05-15",
    CA_DATE: "2026-09-01",
    ACCEPTANCE_SHOTS: 1000,
  });
  await put("NM106", "NEW_MOLD_MODIFICATION", {
    MOD_ID: `G-${no}`,
    MOLD_NO: newMold,
    MOD_TYPE: 1,
    MOD_REASON: "rib",
    REQUESTER: "Wu",
    REQUEST_DATE: "2026-05-01",
    MOD_DAYS: 5,
  });
}

beforeAll(async () => {
  s = await withServer();
  s.clock.now = noon;
  t = await TestTenant.create(s);
  for (const no of ["STAYS", "GONE"]) await fill(no);
  await t.rows(
    sql`update mold set archived_date = ${new Date(noon)} where tenant_id = ${t.id} and mold_no like '%GONE'`,
  );
  await makeForecasts(systemCtxOf(t));
}, 120_000);

/** Lists (menu and query id) that show only molds in use, so no archived molds. */
const ofMoldsInUse = ["BS101 Q01", "BS101 Q30", "KP105 Q02", "PO102 Q01", "IV101 Q02", "IV102 Q01"];
/** Lists (menu and query id) of history and documents, which also show the rows of archived molds. */
const ofHistory = [
  ...["BS101 Q02", "BS104 Q01", "BS107 Q01", "BS108 Q01", "BS108 Q02", "CT101 Q01", "CT102 Q01"],
  ...["KP101 Q01", "KP102 Q01", "KP103 Q01", "KP104 Q01", "KP105 Q01", "KP106 Q01"],
  ...["IN101 Q01", "MT101 Q01", "MT102 Q01", "PO101 Q01", "PO103 Q01", "PO104 Q01", "PO104 Q02", "TR101 Q01"],
  ...["NM101 Q01", "NM102 Q01", "NM103 Q01", "NM104 Q01", "NM105 Q01", "NM106 Q01", "NM106 Q02", "NM107 Q01"],
  ...["WA100 Q01", "WA101 Q01", "WA106 Q01"],
];
/** Lists (menu and query id) of history and documents that stay empty, because this test creates no rows for them. */
const withoutRows = [
  ...["BS104 Q02", "CT103 Q01", "IN102 Q01", "IV103 Q02", "MT102 Q04", "MT104 Q01", "OR100 Q15"],
  ...["OR101 Q19A", "WA102 Q01", "WA103 Q01", "WA104 Q01", "WA105 Q01", "WA107 Q01"],
];
/** Boards and other commands that show only the present state of molds, with the input of each command. */
const ofPresent: Readonly<Record<string, Record<string, unknown>>> = {
  rf_PlantBoard: {},
  rf_MakerBoard: {},
  rf_ProjectBoard: {},
  rf_KeyProjectBoard: { PROJECT_NO: "PRJ-STAYS" },
};

const textOf = (answer: { readonly ReturnData: unknown }) => JSON.stringify(answer.ReturnData ?? answer);

async function shown(name: string): Promise<string> {
  const [MENU_ID, QueryID] = name.split(" ");
  return textOf(await t.admin.mitt({ Type: "QueryByID", MENU_ID, QueryID, Page: 1, Limit: 1000 }));
}

describe("an archived mold", () => {
  beforeAll(async () => {
    const WIN_FROM = new Date(noon - day).toISOString();
    await t.admin.run("rf_StartInventory", { IV_NAME: "May", WIN_FROM });
  });

  it("has a declared presence in every list with molds", () => {
    const names = [...s.app.registry.queries.values()]
      .filter(({ query }) => "moldNo" in query.columns && query.menu !== "SYS100")
      .map(({ query: q }) => `${q.menu} ${q.id}`);
    expect(names.sort()).toEqual([...ofMoldsInUse, ...ofHistory, ...withoutRows].sort());
  });

  it.each(ofMoldsInUse)("is not in the list of molds in use %s", async (name) => {
    const text = await shown(name);
    expect(text).toContain("STAYS");
    expect(text).not.toContain("GONE");
  });

  it.each(ofHistory)("stays in the list of history %s", async (name) => {
    const text = await shown(name);
    expect(text).toContain("STAYS");
    expect(text).toContain("GONE");
  });

  it.each(Object.entries(ofPresent))("is not on %s", async (Type, InParams) => {
    const text = textOf(await t.admin.mitt({ Type, InParams }));
    expect(text).toContain("STAYS");
    expect(text).not.toContain("GONE");
  });

  it("is not counted on the workplace or in the present figures of an indicator", async () => {
    const { STATES } = await t.admin.run<WorkplaceFigures>("rf_Workplace");
    // Expects two molds: STAYS, and NEW-STAYS, which `fill` has inserted with it. The archived molds do not count.
    expect(Object.values(STATES).reduce((n, x) => n + x, 0)).toBe(2);
    const states = await t.admin.run<Record<string, number>>("rf_StateCounts");
    expect(Object.values(states).reduce((n, x) => n + x, 0)).toBe(2);
    const period = { PERIOD_FROM: "2026-05-01", PERIOD_TO: "2026-05-19" };
    const input = { INDICATOR: "idle", GROUP_BY: "mold", ...period };
    const { STANDING } = await t.admin.run<IndicatorAnswer>("rf_Indicator", input);
    expect(STANDING.serving).toBe(2);
  });

  it("keeps no open warning", async () => {
    await openWarningsByClock(systemCtxOf(t));
    const open = await t.admin.list("WA100", "Q01", where("WARN_KIND", "idle"));
    expect(open.map((w) => [w.MOLD_NO, w.IS_OPEN]).sort()).toEqual([
      ["GONE", "N"],
      ["STAYS", "Y"],
    ]);
  });
});
