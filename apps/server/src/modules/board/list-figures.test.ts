import {
  causeFigure,
  idleBucketFigure,
  type ListFigure,
  listFigures,
  moldsFigure,
  projectMolds,
  projectOrders,
  quarantineFigure,
  stateFigure,
  warningsFigure,
} from "@shotkeeper/contract/board";
import { quarantineReason } from "@shotkeeper/contract/counter";
import { liveState } from "@shotkeeper/contract/enumerations";
import { causeBy, idleBuckets, moldCause, moldSymptom } from "@shotkeeper/contract/indicator";
import { type EnumValue, encodeWhere, nameOf } from "@shotkeeper/contract/kernel";
import { taskState } from "@shotkeeper/contract/maintenance";
import { moldList, serviceState } from "@shotkeeper/contract/mold";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import type {
  KeyProjectBoard,
  MakerBoard,
  PlantBoard,
  ProjectBoard,
  WorkplaceFigures,
} from "../../testing/wire-answers.ts";

const hour = 3_600_000;
const rows = 24;

/**
 * Returns the number of rows in the list to which a figure links. Fails if the list's `count` differs from its rows.
 */
async function behind(
  user: TestUser,
  { query, where }: Pick<ListFigure, "query" | "where">,
): Promise<number> {
  const more = { WhereStr: encodeWhere(where, query.columns), Page: 1, Limit: 10_000 };
  const { ReturnData } = await user.mitt<{ count: number; list: unknown[] }>({
    Type: "QueryByID",
    MENU_ID: query.menu,
    QueryID: query.id,
    ...more,
  });
  expect(ReturnData.list).toHaveLength(ReturnData.count);
  return ReturnData.count;
}

describe("figures that are links", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    // Plants, makers and OEMs may share their names. Only their ids tell them apart.
    await t.rows(sql`update organization set org_name = 'One name' where tenant_id = ${t.id}`);
    let seed = 71;
    const next = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor(seed / 65536) % n;
    };
    const pick = <T>(list: readonly T[]) => list[next(list.length)] as T;
    const at = () => new Date(noon - next(400) * hour);
    for (let i = 0; i < rows; i++) {
      const mold = await t.mold(`M${i}`, {
        SAVE_ADDRESS: pick(["P1", "P2"]),
        ENGINE_ID: pick(["O1", "O2"]),
        MOLD_MAKE_ID: pick(["M1", "M2"]),
        PROJECT_NO: ["A", "B", ""][i % 3],
      });
      const counterId = await t.counter(`W${i}`, next(4) > 0 ? mold : undefined);
      await t.rows(
        sql`update mold set service_state = ${pick(Object.values(serviceState.values))}
          where tenant_id = ${t.id} and mold_id = ${mold.moldId} and ${next(3) === 0}`,
      );
      await t.rows(
        sql`update mold set archived_date = ${new Date(noon)}
          where tenant_id = ${t.id} and mold_id = ${mold.moldId} and ${next(6) === 0}`,
      );
      const last = at();
      await t.rows(
        sql`update counter_state
          set last_at = ${last}, count_at = ${last}, last_shots = ${next(3)}, last_shot_at = ${last},
            removed = ${next(2)}
          where tenant_id = ${t.id} and counter_id = ${counterId}`,
      );
      for (const kind of ["idle", "battery", "cycleSlow", "silent"])
        await t.rows(
          sql`insert into warning (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, cleared_at,
              acknowledged_at, acknowledged_by, withdrawn_at)
            select ${t.id}, ${kind}, 1, ${next(2) ? mold.moldId : null}, ${counterId}, ${at()}, ${new Date(noon)},
              ${next(3) ? null : new Date(noon)}, ack.at, ack.by, ${next(8) ? null : new Date(noon)}
            from (
              select case when ${next(2) === 0} then ${new Date(noon)}::timestamptz end as at,
                case when ${next(2) === 0} then 'ann' end as by
            ) x
            cross join lateral (select x.at, case when x.at is not null then 'ann' end as by) ack`,
        );
      await t.rows(
        sql`insert into maintenance_task (tenant_id, task_id, kind, mold_no, state, raised_at)
          values (${t.id}, ${`T${i}`}, ${1 + next(2)}, ${mold.moldNo}, ${pick(Object.values(taskState.values))},
            ${at()})`,
      );
      await t.rows(
        sql`insert into new_mold_plan (tenant_id, mold_no, project_stat, project_result, opening_date, t0_date, t1_date,
            quality_date, handover_on, acceptance_date)
          select ${t.id}, ${mold.moldNo}, 3, ${next(2)}, d, d, d, d, d, d from (select ${at()}::date as d) x`,
      );
      await t.rows(
        sql`insert into new_mold_milestone (tenant_id, mold_no, milestone_code, milestone_kind, milestone_seq,
            milestone_stat, first_plan_date, planned_date)
          values (${t.id}, ${mold.moldNo}, 'X', ${1 + next(6)}, 1, 0, ${at()}::date,
            ${new Date(noon + (next(400) - 300) * hour)})`,
      );
      await t.rows(
        sql`insert into production_order (tenant_id, order_id, mold_no, order_state, planned_shots, planned_start,
            planned_end)
          values (${t.id}, ${`PO${i}`}, ${mold.moldNo}, ${next(5)}, 1000, ${new Date(noon - 500 * hour)},
            ${new Date(noon + (next(200) - 100) * hour)})`,
      );
    }
    // An archived mold has no open warnings and no open tasks, because the server closes them.
    const archived = sql`select m.mold_id from mold m where m.tenant_id = ${t.id} and m.archived_date is not null`;
    await t.rows(
      sql`update warning
        set cleared_at = ${new Date(noon)}
        where tenant_id = ${t.id}
          and cleared_at is null
          and (mold_id in (${archived})
            or counter_id in (select b.counter_id from binding b
              where b.tenant_id = ${t.id} and b.mold_id in (${archived})))`,
    );
    await t.rows(
      sql`update maintenance_task t
        set state = ${taskState.values.done}
        from mold m
        where t.tenant_id = ${t.id} and m.tenant_id = ${t.id} and m.mold_no = t.mold_no
          and m.archived_date is not null`,
    );
  });
  beforeEach(withServer);

  it.each([null, "P1", "M1", "O2"])("equal the numbers of rows that they lead to, for %s", async (org) => {
    const user = org === null ? t.admin : await t.user(org);
    const w = await user.run<WorkplaceFigures>("rf_Workplace");
    expect(w.IN_SERVICE).toBe(await behind(user, listFigures.inService));
    const warnings = Object.values(w.WARNINGS).reduce((n, x) => n + x, 0);
    expect(warnings).toBe(await behind(user, listFigures.openWarnings));
    expect(warnings).toBeGreaterThan(0);
    const counts = await user.run<{ UNACKNOWLEDGED: number }>("rf_WarningCounts");
    expect(counts.UNACKNOWLEDGED).toBe(await behind(user, listFigures.unacknowledged));
    for (const state of Object.values(liveState.values))
      expect([state, await behind(user, stateFigure(state))]).toEqual([state, w.STATES[state]]);
    const { lateT0, lateTrials, lateQuality, lateHandovers, lateAcceptances } = listFigures;
    for (const late of [lateT0, lateTrials, lateQuality, lateHandovers, lateAcceptances])
      expect([late.path, w.LATE_MILESTONES[late.query.menu] ?? 0]).toEqual([
        late.path,
        await behind(user, late),
      ]);
    if (org === null) expect(Object.keys(w.LATE_MILESTONES).length).toBeGreaterThan(2);
    for (const place of w.PLACES)
      expect(place.MOLDS).toBe(await behind(user, moldsFigure({ plantId: place.PLANT_ID })));
    const molds = await user.list(moldList.menu, moldList.id, { Limit: 1000 });
    for (const m of molds)
      expect([m.MOLD_NO, m.OPEN_WARNINGS]).toEqual([
        m.MOLD_NO,
        await behind(user, warningsFigure({ moldNo: String(m.MOLD_NO) })),
      ]);
  });

  it.each([null, "P2", "O1"])("of chips and boards equal the rows that they lead to, for %s", async (org) => {
    const user = org === null ? t.admin : await t.user(org);
    const compare = async (shown: unknown, figure: ListFigure) =>
      expect([figure.path, figure.where, shown]).toEqual([
        figure.path,
        figure.where,
        await behind(user, figure),
      ]);
    const compareStates = async (
      states: Readonly<Record<string, number>>,
      figureOf: (s: EnumValue<typeof liveState>) => ListFigure,
    ) => {
      for (const state of Object.values(liveState.values)) await compare(states[state], figureOf(state));
    };
    await compareStates(await user.run("rf_StateCounts"), stateFigure);
    const { KINDS } = await user.run<{ KINDS: Record<string, number> }>("rf_WarningCounts");
    for (const [kind, n] of Object.entries(KINDS)) {
      const { query, where } = warningsFigure({});
      const ofKind = [...where, { field: "kind", operator: "EQ", value: kind } as const];
      expect([kind, n]).toEqual([kind, await behind(user, { query, where: ofKind })]);
    }

    const all = await user.run<PlantBoard>("rf_PlantBoard");
    for (const { ID: plantId } of all.PLANTS) {
      const board = await user.run<PlantBoard>("rf_PlantBoard", { PLANT_ID: plantId });
      const group = { plantId };
      await compareStates(board.STATES, (s) => moldsFigure(group, s));
      await compare(board.WARNING_COUNT, warningsFigure(group));
      const ofPlant = [{ field: "plantId", operator: "EQ", value: plantId } as const];
      const [daily, major] = await Promise.all(
        [listFigures.dailyDue, listFigures.majorDue].map(({ query, where }) =>
          behind(user, { query, where: [...where, ...ofPlant] }),
        ),
      );
      expect(board.MAINTENANCE_DUE).toBe((daily ?? 0) + (major ?? 0));
    }
    const makers = (await user.run<MakerBoard>("rf_MakerBoard")).MAKERS;
    for (const { ID: makerId } of makers) {
      const board = await user.run<MakerBoard>("rf_MakerBoard", { MAKER_ID: makerId });
      const group = { makerId };
      await compare(board.MOLDS, moldsFigure(group));
      await compareStates(board.STATES, (s) => moldsFigure(group, s));
      await compare(board.WARNING_COUNT, warningsFigure(group));
    }
    const projects = await user.run<ProjectBoard>("rf_ProjectBoard");
    await compare(projects.MOLDS, projectMolds({}));
    // The boards of projects leave out scrapped molds, so their number of scrapped molds is 0.
    const { scrapped, ...used } = projects.STATES;
    expect(scrapped).toBe(0);
    for (const [state, n] of Object.entries(used))
      await compare(n, projectMolds({}, state as EnumValue<typeof liveState>));
    await compare(projects.ORDERS, projectOrders(undefined, false));
    await compare(projects.LATE_ORDERS, projectOrders(undefined, true));
    for (const p of projects.PROJECTS) {
      const group = { projectNo: p.PROJECT_NO };
      await compare(p.MOLDS, projectMolds(group));
      await compare(p.RUNNING, projectMolds(group, liveState.values.running));
      await compare(p.WARNINGS, warningsFigure(group));
      await compare(p.ORDERS, projectOrders(p.PROJECT_NO, false));
      await compare(p.LATE_ORDERS, projectOrders(p.PROJECT_NO, true));
      const board = await user.run<KeyProjectBoard>("rf_KeyProjectBoard", {
        PROJECT_NO: p.PROJECT_NO,
      });
      for (const place of board.PLACES)
        await compare(place.MOLDS, projectMolds({ ...group, plantId: place.PLANT_ID }));
      for (const m of board.MOLDS) await compare(m.WARNINGS, warningsFigure({ moldNo: m.MOLD_NO }));
    }
    expect(projects.PROJECTS.length).toBe(2);
  });

  it("count due tasks by their state, and orders at risk by their risk", async () => {
    const { due, overdue } = taskState.values;
    for (const [figure, kind] of [
      [listFigures.dailyDue, 1],
      [listFigures.majorDue, 2],
    ] as const) {
      const [row] = await t.rows<{ n: number }>(
        sql`select count(*)::int as n from maintenance_task
          where tenant_id = ${t.id} and kind = ${kind} and state in (${due}, ${overdue})`,
      );
      expect(await behind(t.admin, figure)).toBe(row?.n);
      expect(row?.n).toBeGreaterThan(0);
    }
    const orders = await t.admin.list("PO101", "Q01", { Limit: 1000 });
    const atRisk = orders.filter((r) => r.LATE_RISK === "late" || r.LATE_RISK === "likely");
    expect(atRisk.length).toBeGreaterThan(0);
    expect(await behind(t.admin, listFigures.ordersAtRisk)).toBe(atRisk.length);
  });

  it("count the waiting items of the quarantine by their reason", async () => {
    const counterId = await t.counter("WQ", await t.mold("MQ", { SAVE_ADDRESS: "P1" }));
    const names = Object.values(quarantineReason.values);
    await t.rows(
      sql`insert into quarantine (tenant_id, counter_id, reason, at, count, received_at, released_at, discarded_at)
        select ${t.id}, ${counterId}, (${names}::text[])[1 + n % ${names.length}], ${new Date(noon)}, n,
          ${new Date(noon)},
          case when n % 5 = 0 then ${new Date(noon)}::timestamptz end,
          case when n % 4 = 0 then ${new Date(noon)}::timestamptz end
        from generate_series(1, 60) n`,
    );
    for (const user of [t.admin, await t.user("P1"), await t.user("P2")]) {
      const { REASONS } = await user.run<{ REASONS: Record<string, number> }>("rf_QuarantineCounts");
      let total = 0;
      for (const name of names) {
        total += REASONS[name] ?? 0;
        expect([name, await behind(user, quarantineFigure(name))]).toEqual([name, REASONS[name] ?? 0]);
      }
      expect(await behind(user, listFigures.quarantined)).toBe(total);
    }
    expect(await behind(t.admin, listFigures.quarantined)).toBeGreaterThan(20);
  });

  it.each([null, "P2", "M1"])("count molds by cause, and idle molds by duration, for %s", async (org) => {
    const user = org === null ? t.admin : await t.user(org);
    for (const by of ["plant", "maker", "project"] as const) {
      const counts = await user.run<{ KEY: string; SYMPTOM: string; MOLD_CAUSE: string; MOLDS: number }[]>(
        "rf_CauseCounts",
        { GROUP_BY: causeBy.values[by] },
      );
      expect(counts.length).toBeGreaterThan(2);
      for (const c of counts) {
        const [symptom, cause] = [nameOf(moldSymptom, c.SYMPTOM), nameOf(moldCause, c.MOLD_CAUSE)];
        expect(await behind(user, causeFigure({ by, group: c.KEY, symptom, cause }))).toBe(c.MOLDS);
      }
      const sum = counts.reduce((n, c) => n + c.MOLDS, 0);
      expect(await behind(user, causeFigure({ by }))).toBe(sum);
    }
    const day = "2026-01-01";
    const { STANDING } = await user.run<{ STANDING: Record<string, number> }>("rf_Indicator", {
      INDICATOR: "idle",
      GROUP_BY: "plant",
      PERIOD_FROM: day,
      PERIOD_TO: day,
    });
    for (const [i, from] of idleBuckets.entries())
      expect(await behind(user, idleBucketFigure(from, idleBuckets[i + 1], []))).toBe(
        STANDING[`idle${from}`],
      );
    expect(await behind(user, causeFigure({ by: "plant", symptom: "idle" }))).toBe(
      await behind(user, stateFigure(liveState.values.idle)),
    );
  });

  it("declare filters that are part of their conditions", () => {
    for (const { where, filters } of [
      ...Object.values(listFigures),
      moldsFigure({ plantId: "x" }, liveState.values.idle),
      warningsFigure({ moldNo: "x" }),
      projectMolds({ projectNo: "x" }),
      projectOrders(undefined, true),
      quarantineFigure("rate"),
      causeFigure({ by: "maker", group: "M1", symptom: "idle", cause: "noOrder" }),
      idleBucketFigure(7, 14, []),
    ])
      expect(where).toEqual(expect.arrayContaining([...filters]));
  });
});
