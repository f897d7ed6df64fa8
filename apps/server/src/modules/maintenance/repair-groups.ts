import type { CommandInput, CommandOutput, EnumName } from "@shotkeeper/contract/kernel";
import { nameOf } from "@shotkeeper/contract/kernel";
import { type RepairCode, repairBy, type repairGroups } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { moldScope } from "../mold/index.ts";
import { endedIn, isRepair, nameOfCode, repairHours } from "./repair-facts.ts";

type By = EnumName<typeof repairBy>;
type Groups = CommandOutput<typeof repairGroups>;

const dayMs = 86_400_000;
const rounded = (n: number) => Number(n.toFixed(1));

/** Columns of the mold (alias `m`) by which repairs are grouped: key and name. */
const moldGroups: Readonly<Partial<Record<By, readonly [key: string, name: string]>>> = {
  mold: ["m.mold_no", "m.mold_name"],
  maker: ["m.maker_id", "maker.org_name"],
  plant: ["m.plant_id", "plant.org_name"],
};
/** Codes of the findings by which repairs are grouped. */
const codeGroups: Readonly<Partial<Record<By, RepairCode>>> = {
  fault: "faultCode",
  cause: "causeCode",
  component: "componentCode",
  measure: "measureCode",
};
const columnOf: Readonly<Record<RepairCode, string>> = {
  faultCode: "f.fault_code",
  causeCode: "f.cause_code",
  componentCode: "f.component_code",
  measureCode: "f.measure_code",
};

interface Period {
  readonly from: Date;
  readonly to: Date;
  /**
   * SQL condition on molds (alias `m`) that chooses the molds of the report: all molds in the caller's scope, or one of
   * them.
   */
  readonly molds: Sql;
  /** True if the groups cover one mold only. */
  readonly isOneMold: boolean;
}

interface MoldGroup {
  readonly key: string;
  readonly name: string;
  readonly repairs: number;
  readonly findings: number;
  readonly hours: number;
  readonly cost: number;
  readonly breakdowns: number;
  readonly run_hours: number;
}

/** Selects groups of molds with their repairs, breakdowns and run hours of the period. */
function byMolds(
  ctx: Ctx,
  [key, name]: readonly [string, string],
  { from, to, molds, isOneMold }: Period,
): Sql<MoldGroup> {
  const id = ctx.who.tenantId;
  // For one mold, compares with "=" instead of "in". Then the database reads only the hours of this mold, by an index.
  const ofOwn = isOneMold
    ? sql`h.mold_id = (select own.mold_id from own)`
    : sql`h.mold_id in (select own.mold_id from own)`;
  return sql<MoldGroup>`
    with own as (
      select m.mold_id, m.mold_no, coalesce(${sql.raw(key)}, '') as key,
        coalesce(${sql.raw(name)}, ${sql.raw(key)}, '') as name
      from mold m
      left join organization maker on maker.tenant_id = ${id} and maker.org_id = m.maker_id
      left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
      where m.tenant_id = ${id} and ${molds}
    ),
    ended as (
      select k.mold_no, count(*) as repairs, sum(${repairHours}) as hours, sum(k.cost) as cost,
        sum(
          (select count(*) from repair_finding f where f.tenant_id = ${id} and f.task_id = k.task_id)
        ) as findings
      from maintenance_task k
      where k.tenant_id = ${id} and ${endedIn(from, to)}
      group by k.mold_no
    ),
    reported as (
      select k.mold_no, count(*) as n
      from maintenance_task k
      where k.tenant_id = ${id} and ${isRepair} and k.raised_at > ${from} and k.raised_at <= ${to}
      group by k.mold_no
    ),
    run as (
      select h.mold_id, sum(h.run_ms) / 3600000.0 as hours
      from shot_hour h
      where h.tenant_id = ${id}
        and ${ofOwn}
        and h.hour >= date_trunc('hour', ${from}::timestamptz)
        and h.hour < ${to}
      group by h.mold_id
    )
    select own.key, min(own.name) as name,
      coalesce(sum(e.repairs), 0)::int as repairs,
      coalesce(sum(e.findings), 0)::int as findings,
      coalesce(sum(e.hours), 0)::float8 as hours,
      coalesce(sum(e.cost), 0)::float8 as cost,
      coalesce(sum(r.n), 0)::int as breakdowns,
      coalesce(sum(run.hours), 0)::float8 as run_hours
    from own
    left join ended e on e.mold_no = own.mold_no
    left join reported r on r.mold_no = own.mold_no
    left join run on run.mold_id = own.mold_id
    group by own.key
    having coalesce(sum(e.repairs), 0) + coalesce(sum(r.n), 0) > 0
    order by repairs desc, hours desc, own.key
  `;
}

type FindingGroup = Omit<MoldGroup, "breakdowns" | "run_hours">;

/** Selects groups of findings of the repairs that ended in the period. */
function byFindings(ctx: Ctx, key: Sql, name: Sql, { from, to, molds }: Period): Sql<FindingGroup> {
  const id = ctx.who.tenantId;
  return sql<FindingGroup>`
    with lines as (
      select k.task_id, f.finding_id, coalesce(${key}, '') as key, coalesce(${name}, '') as name,
        ${repairHours} / count(*) over (partition by k.task_id) as hours,
        k.cost / count(*) over (partition by k.task_id) as cost
      from maintenance_task k
      join mold m on m.tenant_id = ${id} and m.mold_no = k.mold_no
      left join repair_finding f on f.tenant_id = ${id} and f.task_id = k.task_id
      where k.tenant_id = ${id} and ${endedIn(from, to)} and ${molds}
    )
    select key, min(name) as name, count(distinct task_id)::int as repairs, count(finding_id)::int as findings,
      coalesce(sum(hours), 0)::float8 as hours, coalesce(sum(cost), 0)::float8 as cost
    from lines
    group by key
    order by repairs desc, hours desc, key
  `;
}

/**
 * Returns the repairs of a period in groups. The comment of `repairGroups` in the contract defines the groups and their
 * figures.
 */
export async function groupsOf(ctx: Ctx, input: CommandInput<typeof repairGroups>): Promise<Groups> {
  const { tenantId } = ctx.who;
  const by = nameOf(repairBy, input.repairBy) ?? "mold";
  const [from, to] = [new Date(ctx.now - input.days * dayMs), new Date(ctx.now)];
  const { moldNo } = input;
  const molds = sql`${moldScope(ctx, "m")} and (${moldNo}::text is null or m.mold_no = ${moldNo})`;
  const period = { from, to, molds, isOneMold: moldNo !== null };
  const ended = sql<{ repairs: number; unrecorded: number }>`
    select count(*)::int as repairs,
      (count(*) filter (
        where not exists (select from repair_finding f where f.tenant_id = ${tenantId} and f.task_id = k.task_id)
      ))::int as unrecorded
    from maintenance_task k
    join mold m on m.tenant_id = ${tenantId} and m.mold_no = k.mold_no
    where k.tenant_id = ${tenantId} and ${endedIn(from, to)} and ${molds}
  `;
  const ofMold = moldGroups[by];
  if (ofMold) {
    const [[sums], groups] = await ctx.db.run(tenantId, [ended, byMolds(ctx, ofMold, period)]);
    return {
      from: from.toISOString(),
      repairs: sums?.repairs ?? 0,
      unrecorded: sums?.unrecorded ?? 0,
      groups: groups.map((g) => ({
        key: g.key,
        name: g.name,
        repairs: g.repairs,
        findings: g.findings,
        repairHours: rounded(g.hours),
        cost: Number(g.cost.toFixed(2)),
        breakdowns: g.breakdowns,
        runHours: rounded(g.run_hours),
        mtbf: g.breakdowns === 0 ? null : rounded(g.run_hours / g.breakdowns),
        mttr: g.repairs === 0 ? null : rounded(g.hours / g.repairs),
      })),
    };
  }
  const code = codeGroups[by];
  const key = code ? sql.raw(columnOf[code]) : sql.raw("f.cavity::text");
  const name = code ? nameOfCode(ctx, columnOf[code], code) : key;
  const [[sums], groups] = await ctx.db.run(tenantId, [ended, byFindings(ctx, key, name, period)]);
  return {
    from: from.toISOString(),
    repairs: sums?.repairs ?? 0,
    unrecorded: sums?.unrecorded ?? 0,
    groups: groups.map((g) => ({
      key: g.key,
      name: g.name,
      repairs: g.repairs,
      findings: g.findings,
      repairHours: rounded(g.hours),
      cost: Number(g.cost.toFixed(2)),
      breakdowns: null,
      runHours: null,
      mtbf: null,
      mttr: null,
    })),
  };
}
