import { auditStat } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { taskKind, taskState } from "@shotkeeper/contract/maintenance";
import { moldDocumentKind } from "@shotkeeper/contract/mold-document";
import { outputDays } from "@shotkeeper/contract/production";
import { beforeAll, describe, expect, it } from "vitest";
import { forgetAnswers } from "../../kernel/answer-cache.ts";
import { sql } from "../../kernel/db/sql.ts";
import { selectPage } from "../../kernel/select.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { rowsRead } from "../../testing/plan.ts";
import { readingAt } from "../../testing/reading.ts";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { type TestMold, TestTenant } from "../../testing/tenant.ts";
import type { IndicatorAnswer } from "../../testing/wire-answers.ts";
import { outputDaysImpl } from "../production/output.queries.ts";
import { moldDays, storeMoldDays } from "./mold-days-job.ts";
import { storedSums } from "./sums.ts";
import { deriveVisits } from "./visits.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const iso = (ms: number) => new Date(ms).toISOString();
const period = { PERIOD_FROM: "2026-05-08", PERIOD_TO: "2026-05-20" };
const begin = noon - 25 * day;

/** Returns a pseudo-random generator, so that every run of the test uses the same values. */
function random(seed: number) {
  let s = seed;
  return (n: number) => {
    s = (s * 1103515245 + 12345) % 2147483648;
    return Math.floor((s / 2147483648) * n);
  };
}

describe("stored days of molds", () => {
  let s: TestServer;
  let t: TestTenant;
  let users: TestUser[];
  const molds: TestMold[] = [];
  const counters: { id: number; writerId: string; at: number }[] = [];
  const next = random(11);
  let repairs = 0;
  const pick = <T>(list: readonly T[]) => list[next(list.length)] as T;
  /** Cumulative count of a counter at a time. It rises fast in some days and not at all in others. */
  const countAt = (id: number, at: number) => {
    const days = Math.floor(at / day);
    const rate = (n: number) => [0, 4000, 2900, 2500][(n * 7 + id) % 4] ?? 0;
    let count = Math.floor((rate(days) * (at - days * day)) / day);
    for (let n = Math.floor(begin / day) - 9; n < days; n++) count += rate(n);
    return count;
  };
  /** Returns the position of a counter at a time, near a plant or a maker. Every third counter has none. */
  const placeAt = (id: number, at: number) =>
    id % 3 === 0 ? {} : { lng: [113, 114, 115][Math.floor((at / day + id) / 3) % 3] ?? null, lat: 23.25 };
  const send = (c: { id: number }, ...times: number[]) =>
    s.app.ledger.ingest(
      t.id,
      times.map((at) =>
        readingAt(c.id, at, countAt(c.id, at), { receivedAt: s.clock.now, ...placeAt(c.id, at) }),
      ),
    );
  /** Returns the number of a mold that is not archived. */
  const presentMold = async () =>
    String(
      pick(
        await t.rows(sql`
        select mold_no from mold where tenant_id = ${t.id} and archived_date is null order by mold_no`),
      ).mold_no,
    );
  const editMold = async (more: object) => {
    const row = { MOLD_NO: await presentMold(), REMARK: `Edit ${next(1e9)}`, ...more };
    const answer = await t.admin.mitt({
      Type: "update",
      MENU_ID: "BS101",
      TableName: "BS_MOLD",
      Data: [row],
    });
    expect(answer).toMatchObject({ Code: 0 });
  };

  /** Sends readings in order to some counters. The gaps are between minutes and four days. */
  const append = async () => {
    for (const c of counters) {
      if (next(3) === 0) continue;
      const times: number[] = [];
      for (let n = next(12); n >= 0 && c.at < noon - 5 * day; n--) {
        c.at += next(8) === 0 ? next(4) * day + 1 : (10 + next(300)) * minute;
        times.push(c.at);
      }
      if (times.length > 0) await send(c, ...times);
    }
  };
  const openBinding = async (counterId: number) => {
    const [b] = await t.rows<{ binding_id: number; from_ms: number; mold_no: string }>(sql`
      select b.binding_id, extract(epoch from b.bound_at)::bigint * 1000 as from_ms, m.mold_no
      from binding b join mold m on m.tenant_id = ${t.id} and m.mold_id = b.mold_id
      where b.tenant_id = ${t.id} and b.counter_id = ${counterId} and b.unbound_at is null`);
    return b;
  };
  const freeMold = async () => {
    const rows = await t.rows<{ mold_no: string }>(sql`
      select m.mold_no from mold m
      where m.tenant_id = ${t.id} and m.archived_date is null and m.service_state = 0
        and not exists (select from binding b where b.tenant_id = ${t.id} and b.mold_id = m.mold_id)
      order by m.mold_no`);
    return rows[0]?.mold_no;
  };
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    "late readings": async () => {
      const c = pick(counters);
      await send(c, ...[1, 2, 3].map(() => begin + next(Math.max(1, c.at - begin - hour)) + 1));
    },
    // Molds are moved by documents, too. The job compares the molds themselves, so any update is found.
    "a moved or archived mold": () => {
      // Molds of one project have the same project name.
      const project = pick(["A", "B", null]);
      return t.rows(sql`
        update mold
        set plant_id = ${pick(["P1", "P2"])}, maker_id = ${pick(["M1", "M2", null])},
          project_no = ${project}, project_name = ${project && `Project ${project}`},
          archived_date = case when ${next(2) === 0} and service_state = 0 and not exists (
            select from binding b where b.tenant_id = ${t.id} and b.mold_id = mold.mold_id and b.unbound_at is null
          ) then ${new Date(noon)}::timestamptz end
        where tenant_id = ${t.id} and mold_id = ${pick(molds).moldId}
      `);
    },
    "other cavities": () => editMold({ MOLD_CAVE_NUM: 1 + next(4), PRODUCT_WEIGHT: 10.5 * (1 + next(20)) }),
    "another standard cycle": () => editMold({ PRODUCT_CYCLE: 25 + next(10) }),
    "a trial": async () => {
      const mold = pick(molds).moldNo;
      const wanted = noon - (1 + next(400)) * hour;
      const id = `T${next(1e9)}`;
      const [free] = await t.rows<{ ended: number | null }>(
        sql`select (
            select extract(epoch from max(x.ended_at))::float8 * 1000
            from mold_trial x
            where x.tenant_id = ${t.id} and x.mold_no = m.mold_no
          ) as ended
          from mold m
          where tenant_id = ${t.id} and mold_no = ${mold} and m.service_state = 0 and m.archived_date is null`,
      );
      // Trials of a mold do not overlap.
      const from = Math.max(wanted, free?.ended ?? wanted);
      if (!free || from >= noon) return;
      await t.rows(sql`insert into mold_trial (tenant_id, trial_id, mold_no, trial_reason, trial_date, audit_stat)
        values (${t.id}, ${id}, ${mold}, 'x', ${new Date(from)}, ${auditStat.values.audited})`);
      await t.admin.run("rf_StartTrial", { TRIAL_ID: id, START_TIME: iso(from) });
      await expectExact();
      await t.admin.run("rf_RecordTrial", {
        TRIAL_ID: id,
        TRIAL_STAT: 1,
        END_TIME: iso(from + (1 + next(48)) * hour > noon ? noon : from + (1 + next(30)) * minute),
        FINDINGS: "x",
      });
    },
    "a repair": async () => {
      const from = noon - (1 + next(200)) * hour;
      const mold = pick(molds.slice(0, 6)).moldNo;
      await t.rows(sql`
        insert into maintenance_task (tenant_id, task_id, kind, mold_no, state, task_source, raised_at, started_at,
          updated_date)
        values (${t.id}, ${`R${next(1e9)}`}, ${taskKind.values.major}, ${mold}, ${taskState.values.working}, 3,
          ${new Date(from)}, ${new Date(from)}, ${new Date(s.clock.now)})
      `);
      await expectExact();
      // Every other repair goes on.
      if (repairs++ % 2 === 0) return;
      // Some repairs end now. The mold is then out of production until the end of this hour.
      const end = next(2) === 0 ? s.clock.now : from + next(s.clock.now - from);
      await t.rows(sql`
        update maintenance_task
        set state = ${taskState.values.done}, done_at = ${new Date(end)}, updated_date = ${new Date(s.clock.now)}
        where tenant_id = ${t.id} and mold_no = ${mold} and done_at is null
      `);
    },
    "a transfer": () =>
      t.rows(sql`
        insert into mold_document (
          tenant_id, document_no, document_kind, mold_no, document_time, to_plant_id, count_then, reason
        )
        values (${t.id}, ${`D${next(1e9)}`}, ${moldDocumentKind.values.transfer}, ${pick(molds).moldNo},
          ${new Date(noon - next(400) * hour)}, ${pick(["P1", "P2"])}, 0, 'x')
      `),
    // What runs on, such as a repair, also counts on a day without any change.
    "two days": async () => {
      s.clock.now += (10 + next(20)) * hour;
      await expectExact();
      s.clock.now += 26 * hour;
    },
    "a counter on another mold": async () => {
      const c = pick(counters);
      const [b, to] = [await openBinding(c.id), await freeMold()];
      if (b && to)
        await t.admin.run("rf_ChangeBinding", { BIND_ID: b.binding_id, MOLD_NO: to, REASON: "wrong mold" });
    },
    "a counter that changes its mold": async () => {
      const c = pick(counters);
      const [b, to] = [await openBinding(c.id), await freeMold()];
      if (!b || !to) return;
      const at = Math.min(noon, Math.max(b.from_ms + hour, c.at - next(4) * day));
      await t.admin.run("rf_UnbindCounter", { WRITER_ID: c.writerId, REASON: "x", UNBIND_TIME: iso(at) });
      await t.admin.run("rf_BindCounter", { WRITER_ID: c.writerId, MOLD_NO: to, BIND_TIME: iso(at) });
    },
    "another start of a binding": async () => {
      const b = await openBinding(pick(counters).id);
      if (b)
        await t.admin.run("rf_ChangeBinding", {
          BIND_ID: b.binding_id,
          BIND_TIME: iso(b.from_ms + next(50) * hour),
          REASON: "late",
        });
    },
  };

  /** Returns what users see of the days: the indicators by each dimension, and the list of the output by day. */
  const answers = async () => {
    const found: unknown[] = [];
    forgetAnswers(t.id);
    for (const user of users) {
      const groups = user === t.admin ? ["plant", "oem", "maker", "project", "mold"] : ["plant"];
      const forms =
        user === t.admin
          ? [
              ["plant", 28],
              ["mold", 28],
              ["plant", 14],
            ]
          : [["plant", 28]];
      for (const INDICATOR of ["utilization", "idle", "returns", "moves"])
        for (const [GROUP_BY, last] of forms) {
          const input = { INDICATOR, GROUP_BY, ...period, PERIOD_TO: `2026-05-${last}` };
          found.push(await user.run<IndicatorAnswer>("rf_Indicator", input));
        }
      for (const GROUP_BY of groups) {
        const input = { INDICATOR: "cycle", GROUP_BY, ...period };
        for (const more of [{}, { PLANT_ID: "P1" }, { PROJECT_NO: "A", MAKER_ID: "M2" }])
          found.push(await user.run<IndicatorAnswer>("rf_Indicator", { ...input, ...more }));
      }
      for (const [GROUP_BY, BUCKET, FROM, TO] of [
        ["mold", "day", "2026-05-02T16:00:00Z", "2026-05-20T16:00:00Z"],
        ["plant", "month", "2026-04-28T09:30:00Z", "2026-05-11T03:00:00Z"],
        ["project", "week", "2026-04-30T16:00:00Z", "2026-06-01T00:00:00Z"],
      ])
        found.push(await user.run("rf_OutputStatistics", { GROUP_BY, BUCKET, FROM, TO }));
      for (const [Field, ConditionalCode, Value] of [
        ["OUTPUT_DATE", "EGT", "2026-05-03"],
        ["OUTPUT_DATE", "EQ", "2026-05-04"],
        ["SAVE_NAME", "LIKE", "P2"],
      ])
        for (const Page of [1, 2])
          found.push(
            (
              await user.mitt({
                Type: "QueryByID",
                MENU_ID: "PO104",
                QueryID: "Q01",
                WhereStr: [{ Field, ConditionalCode, Value }],
                Page,
                Limit: 30,
              })
            ).ReturnData,
          );
    }
    return found;
  };
  /** Compares the answers from the stored days with those that are computed from the hours. */
  const expectExact = async () => {
    await deriveVisits(systemCtxOf(t));
    expect(await storeMoldDays(systemCtxOf(t))).toBeUndefined();
    // A server looks up only every ten seconds whether the job has run.
    s.clock.now += 20_000;
    const now = s.clock.now;
    const stored = await answers();
    const marks = await t.rows<{ job: string; seen_until: string }>(
      sql`delete from job_mark where tenant_id = ${t.id} returning job, seen_until`,
    );
    s.clock.now += 20_000;
    await answers();
    s.clock.now = now;
    expect(await answers()).toEqual(stored);
    for (const { job, seen_until } of marks)
      await t.rows(
        sql`insert into job_mark (tenant_id, job, seen_until) values (${t.id}, ${job}, ${seen_until})`,
      );
    s.clock.now += 20_000;
    expect(await t.rows(sql`select from mold_changed where tenant_id = ${t.id}`)).toEqual([]);
  };

  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    users = [t.admin, await t.user("P2"), await t.user("O1")];
    for (const [orgId, lng] of [
      ["P1", 113],
      ["P2", 114],
      ["M1", 115],
    ] as const)
      await t.rows(
        sql`update organization set longitude = ${lng} where tenant_id = ${t.id} and org_id = ${orgId}`,
      );
    for (let i = 0; i < 14; i++)
      molds.push(
        await t.mold(`M${i}`, {
          SAVE_ADDRESS: pick(["P1", "P2"]),
          ENGINE_ID: pick(["O1", "O2"]),
          MOLD_MAKE_ID: pick(["M1", "M2"]),
          PROJECT_NO: ["A", "B", ""][i % 3],
          PROJECT_NAME: ["Project A", "Project B", ""][i % 3],
          MOLD_CAVE_NUM: 1 + (i % 3),
          PRODUCT_WEIGHT: i % 4 === 0 ? null : 100 + i,
        }),
      );
    for (const [i, mold] of molds.slice(0, 6).entries()) {
      const id = await t.counter(`W${i}`, mold, begin);
      counters.push({ id, writerId: `W${i}`, at: begin });
    }
  }, 60_000);

  it("give the same answers as the hours after each kind of change", async () => {
    for (let i = 0; i < 6; i++) await append();
    await expectExact();
    for (let round = 0; round < 2; round++)
      for (const [name, change] of Object.entries(changes)) {
        if (next(2) === 0) await append();
        await change();
        await expectExact().catch((cause) => {
          throw new Error(`after ${name} in round ${round}`, { cause });
        });
      }
    const [n] = await t.rows<{ days: number; trials: number }>(sql`
      select count(*) as days, (select count(*) from mold_trial where tenant_id = ${t.id}) as trials
      from mold_day where tenant_id = ${t.id}`);
    expect(n?.days).toBeGreaterThan(60);
    expect(n?.trials).toBeGreaterThan(1);
  }, 400_000);

  it("are used until ten minutes after the job has run", async () => {
    await storeMoldDays(systemCtxOf(t));
    s.clock.now += 20_000;
    await t.rows(sql`update owner_day set within_count = within_count + 1000 where tenant_id = ${t.id}`);
    await t.rows(sql`update mold_day set shots = shots + 1000 where tenant_id = ${t.id} and shots > 0`);
    const output = async () => {
      forgetAnswers(t.id);
      const input = { GROUP_BY: "oem", BUCKET: "year", FROM: iso(begin), TO: iso(noon) };
      const cells = await t.admin.run<{ SHOTS: number }[]>("rf_OutputStatistics", input);
      return cells.reduce((n, c) => n + c.SHOTS, 0);
    };
    const figure = async () =>
      (await t.admin.run<IndicatorAnswer>("rf_Indicator", { INDICATOR: "cycle", GROUP_BY: "oem", ...period }))
        .NOW;
    const stored = await figure();
    const storedOutput = await output();
    s.clock.now += 11 * minute;
    const live = await figure();
    expect(storedOutput).toBeGreaterThan(await output());
    await t.rows(sql`update mold_day set shots = shots - 1000 where tenant_id = ${t.id} and shots > 0`);
    await t.rows(sql`update owner_day set within_count = within_count - 1000 where tenant_id = ${t.id}`);
    expect(stored.PARTS.known).toBe(live.PARTS.known);
    expect(stored.PARTS.within).toBeGreaterThan(live.PARTS.within ?? 0);
  });

  it("are brought up to date although readings arrive all the time and each run has little time", async () => {
    const [c] = counters;
    if (!c) throw new Error("no counter");
    let result: unknown = "not run";
    // A reading arrives before each run, and each run may only do one step.
    for (let n = 0; n < 30 && result !== undefined; n++) {
      c.at += minute;
      await send(c, c.at);
      result = await storeMoldDays(systemCtxOf(t), () => true);
    }
    expect(result).toBeUndefined();
    await storeMoldDays(systemCtxOf(t));
    await expectExact();
  });

  it("without shots are deleted after 92 days", async () => {
    const at = s.clock.now;
    const rows = (sign: string) =>
      t.rows<{ n: number; shots: number }>(sql`
        select count(*)::int as n, coalesce(sum(shots), 0)::float8 as shots
        from mold_day
        where tenant_id = ${t.id} and ${sql.raw(`shots ${sign} 0`)} and day < '2026-06-01'
      `);
    const [[empty], worked] = [await rows("="), await rows(">")];
    expect(empty?.n).toBeGreaterThan(10);
    s.clock.now = Date.parse("2026-09-01T04:00:00Z");
    expect(await storeMoldDays(systemCtxOf(t))).toBeUndefined();
    expect(await rows("=")).toEqual([{ n: 0, shots: 0 }]);
    expect(await rows(">")).toEqual(worked);
    // The sums of the owners lose these rows, too.
    const sums = await t.rows(sql`
      select (select sum(mold_days)::int from owner_day where tenant_id = ${t.id} and day < '2026-06-01') as owners,
        (select count(*)::int from mold_day where tenant_id = ${t.id} and day < '2026-06-01') as molds
    `);
    expect(sums).toEqual([{ owners: worked[0]?.n, molds: worked[0]?.n }]);
    // An earlier clock adds up these days again.
    s.clock.now = at;
    await t.rows(sql`delete from mold_day_fact where tenant_id = ${t.id}`);
    await t.rows(sql`delete from owner_day where tenant_id = ${t.id}`);
    await t.rows(sql`delete from mold_day where tenant_id = ${t.id}`);
    await expectExact();
  });

  it("are added up again in another time zone, and deleted if the tenant is small", async () => {
    const count = async () =>
      (await t.rows(sql`select from mold_day_fact where tenant_id = ${t.id} and zone = 'America/New_York'`))
        .length;
    const ctx = systemCtxOf(t);
    await storeMoldDays({ ...ctx, who: { ...ctx.who, zone: "America/New_York" } });
    expect(await count()).toBe(molds.length);
    await expectExact();
    expect(await count()).toBe(0);
    await moldDays(ctx);
    expect(await t.rows(sql`select from mold_day where tenant_id = ${t.id}`)).toEqual([]);
    expect(await t.rows(sql`select from owner_day where tenant_id = ${t.id}`)).toEqual([]);
  });
});

describe("stored days of many molds", () => {
  const size = 12_000;
  const pageSize = 50;
  let t: TestTenant;
  beforeAll(async () => {
    const s = await withServer();
    t = await TestTenant.create(s);
    await t.rows(sql`
      insert into mold (
        tenant_id, mold_no, oem_id, plant_id, maker_id, project_no, daily_maintenance_hours, major_maintenance_hours,
        planned_t0, handover_date
      )
      select ${t.id}, 'N' || lpad(i::text, 6, '0'), 'O1', 'P' || i % 2 + 1, 'M' || i % 3 % 2 + 1, 'J' || i % 5, 100,
        1000, '2025-01-01', '2025-01-01'
      from generate_series(1, ${size}::int) i
      returning 1
    `);
    await t.rows(sql`
      insert into shot_hour (
        tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count, within_count, fast_count,
        slow_count, estimated
      )
      select ${t.id}, m.mold_id, ${new Date(noon)}::timestamptz - d * interval '1 day', 1, 10, 0, 300000, 10, 9, 1, 0, 0
      from mold m, generate_series(0, 2) d
      where m.tenant_id = ${t.id}
      returning 1
    `);
    // PostgreSQL gathers statistics by itself, the embedded database by an hourly job.
    await s.app.db.platform(sql`select app_analyze()`);
    await moldDays(systemCtxOf(t));
    await storeMoldDays(systemCtxOf(t));
    await s.app.db.platform(sql`select app_analyze()`);
  }, 120_000);

  it("make a page of the output, its total and its sums bounded", async () => {
    const ctx = systemCtxOf(t);
    const days: Condition = { field: "outputDay", operator: "EGT", value: "2026-05-14" };
    const asked = { where: [days], sort: [], paging: { page: 1, limit: pageSize } };
    const source = await outputDaysImpl.instead?.(ctx, asked);
    if (!source) throw new Error("the page is not read from the stored days");
    const { columns: fields, key, sums } = outputDays;
    const page = selectPage({ ...asked, source, fields, key, sums }, ctx);
    const [row] = await t.rows<{ count: number; totals: string }>(page);
    expect(row?.count).toBe(3 * size);
    expect(JSON.parse(String(row?.totals))).toMatchObject({ SHOTS: 30 * size });
    expect(await rowsRead(t, page)).toBeLessThanOrEqual(20 * pageSize);
  });

  it("make the cycle indicator bounded", async () => {
    const span = { from: noon - 30 * day, to: noon + day };
    const request = { ctx: systemCtxOf(t), name: "cycle", by: "plant", span, starts: [span.from] } as const;
    expect(await rowsRead(t, storedSums({ ...request, where: sql`true` }))).toBeLessThanOrEqual(100);
  });

  it("cost the job only what has changed", async () => {
    const [mold] = await t.rows<{ mold_id: number }>(sql`
      select mold_id from mold where tenant_id = ${t.id} and mold_no = 'N000007'`);
    const before = await t.rows(sql`select xmin::text as x from mold_day where tenant_id = ${t.id}`);
    await t.hours([{ mold_id: Number(mold?.mold_id), hour: noon - 9 * day, shots: 5 }]);
    await t.rows(sql`
      insert into mold_changed (tenant_id, mold_id, changed_from)
      values (${t.id}, ${mold?.mold_id}, ${new Date(noon - 9 * day)})`);
    await storeMoldDays(systemCtxOf(t));
    const after = await t.rows(sql`select xmin::text as x from mold_day where tenant_id = ${t.id}`);
    const known = new Set(before.map((r) => r.x));
    expect(after.length).toBe(before.length + 1);
    expect(after.filter((r) => !known.has(r.x))).toHaveLength(1);
  });
});
