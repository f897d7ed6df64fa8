import { binding } from "@shotkeeper/contract/binding";
import { deviceMold } from "@shotkeeper/contract/device";
import { inventoryLine } from "@shotkeeper/contract/inventory";
import { type Action, allows, errors } from "@shotkeeper/contract/kernel";
import { mold, serviceState } from "@shotkeeper/contract/mold";
import { scrapMold } from "@shotkeeper/contract/mold-document";
import { usageName } from "@shotkeeper/contract/usage-lists";
import { type Ctx, callerOf } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type TableImpl, table } from "../../kernel/registry.ts";
import { expectPartners, pairsOf } from "../partner/index.ts";
import { noteChanges } from "./mold-days.ts";
import { liveColumns, moldJoins, moldScope } from "./mold-facts.ts";
import { withStoredFacts } from "./mold-now.ts";
import { openWork } from "./open-work.ts";

/**
 * Fields of a mold that define its standard cycle. If one of them changes, a new version is inserted into
 * mold_standard.
 */
const standardFields = ["standardCycle", "cycleTolerance"] as const;

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Refuses a handover before the planned T0 trial. If an update sends only one of the two days, compares it with the
 * stored other day.
 */
async function checkDays(ctx: Ctx, action: Action, rows: Rows): Promise<void> {
  const dated = rows.filter((r) => "plannedT0" in r || "handoverDate" in r);
  if (action === "D" || dated.length === 0) return;
  const stored = new Map<unknown, Rows[number]>();
  if (action === "M") {
    const [found] = await ctx.db.run(ctx.who.tenantId, [
      sql<{ moldNo: string; plannedT0: string; handoverDate: string }>`
        select t.mold_no as "moldNo", t.planned_t0::text as "plannedT0", t.handover_date::text as "handoverDate"
        from mold t
        where t.tenant_id = ${ctx.who.tenantId} and t.mold_no = any(${dated.map((r) => r.moldNo)}::text[])
          and ${moldScope(ctx)}
      `,
    ]);
    for (const row of found) stored.set(row.moldNo, row);
  }
  for (const row of dated) {
    const { plannedT0, handoverDate } = { ...stored.get(row.moldNo), ...row };
    if (typeof plannedT0 === "string" && typeof handoverDate === "string" && handoverDate < plannedT0)
      throw errors.datesOutOfOrder("handoverDate");
  }
}

/**
 * Requires that plant and maker are partners of the OEM, for new molds and for molds that get another OEM. Locks the
 * molds that get another OEM, so that no document changes their plant or maker before the OEM is stored.
 */
function expectMoldPartners(ctx: Ctx, action: Action, rows: Rows): Sql[] {
  if (action === "A")
    return [
      expectPartners(ctx, pairsOf(rows.map(({ oemId, plantId, makerId }) => ({ oemId, plantId, makerId })))),
    ];
  const moved = action === "M" ? rows.filter((r) => "oemId" in r) : [];
  if (moved.length === 0) return [];
  const sent = JSON.stringify(moved.map((r) => ({ mold_no: r.moldNo, oem_id: r.oemId })));
  const found = sql`
    from jsonb_to_recordset(${sent}::jsonb) as n(mold_no text, oem_id text)
    join mold t on t.tenant_id = ${ctx.who.tenantId} and t.mold_no = n.mold_no and t.oem_id <> n.oem_id
    where ${moldScope(ctx)}
  `;
  return [
    // Locks the molds in a separate statement, because Citus allows no lock inside of WITH.
    sql`select 1 ${found} order by t.mold_no for update of t`,
    expectPartners(ctx, sql`select distinct n.oem_id, t.plant_id, t.maker_id ${found}`),
  ];
}

export const moldTable: TableImpl = table(mold, {
  instead: (ctx, request) => withStoredFacts(ctx, moldTable, request),
  from: "mold",
  joins: moldJoins,
  where: moldScope,
  columns: liveColumns,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    const { scope } = ctx.who;
    // Requires the right to scrap molds if the caller adds a mold that is already scrapped.
    const addsScrapped = action === "A" && rows.some((r) => r.serviceState === serviceState.values.scrapped);
    if (addsScrapped && !allows(scrapMold.access, callerOf(ctx.who))) throw errors.forbidden();
    const field = scope.kind === "oem" ? "oemId" : scope.kind === "plant" ? "plantId" : "makerId";
    for (const row of rows) {
      if (!("orgId" in scope) || action === "D") continue;
      const value = row[field];
      if (action === "A" ? value !== scope.orgId : value !== undefined && value !== scope.orgId)
        throw errors.forbidden();
    }
    await checkDays(ctx, action, rows);
  },
  expect: expectMoldPartners,
  uses: (ctx, keys) => [
    sql`
      select 'COUNT_CORRECTION' as wire, count(*)::int as n
      from count_correction c
      join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_id = c.mold_id
      where c.tenant_id = ${ctx.who.tenantId} and m.mold_no in (${keys})
    `,
  ],
  activeIn: (ctx, keys) => [
    sql`
      select ${usageName(binding, "moldNo")}::text as wire, count(*)::int as n
      from binding b
      join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_id = b.mold_id
      where b.tenant_id = ${ctx.who.tenantId} and b.unbound_at is null and m.mold_no in (${keys})
    `,
    ...openWork(ctx, keys),
    sql`
      select ${usageName(deviceMold, "moldNo")}::text as wire, count(*)::int as n
      from device_mold d
      where d.tenant_id = ${ctx.who.tenantId} and d.unmounted_at is null and d.mold_no in (${keys})
    `,
    sql`
      select ${usageName(inventoryLine, "moldNo")}::text as wire, count(*)::int as n
      from inventory_line l
      where l.tenant_id = ${ctx.who.tenantId} and l.is_open and l.expected and l.mold_no in (${keys})
    `,
  ],
  // Inserts the first version of a new mold's standard cycle. This version also applies to all earlier readings.
  afterInsert: sql`
    insert into mold_standard (tenant_id, mold_id, valid_from, cycle_ms, tolerance_percent)
    select
      tenant_id, mold_id, '1970-01-01'::timestamptz, round(standard_cycle * 1000)::int,
      coalesce(cycle_tolerance, 5)
    from done
    returning 1
  `,
  after(ctx, action, rows) {
    const { tenantId } = ctx.who;
    const touched = rows.filter((r) => standardFields.some((f) => f in r)).map((r) => r.moldNo);
    if (action !== "M" || touched.length === 0) return [];
    // Passes the rows as one JSON list, so that the database reuses the statement's plan. With an array, the database
    // would make a new plan for each length.
    const molds = sql`
      m.tenant_id = ${tenantId}
        and m.mold_no in (select json_array_elements_text(${JSON.stringify(touched)}::json))
    `;
    return [
      // Inserts a version of the standard cycle that applies from now on. If it is the mold's first version, it also
      // applies to all earlier readings.
      sql`
        insert into mold_standard (tenant_id, mold_id, valid_from, cycle_ms, tolerance_percent)
        select
          m.tenant_id, m.mold_id,
          case
            when exists (
              select
              from mold_standard x
              where x.tenant_id = ${tenantId} and x.mold_id = m.mold_id
            ) then ${new Date(ctx.now)}::timestamptz
            else '1970-01-01'::timestamptz
          end,
          round(m.standard_cycle * 1000)::int, coalesce(m.cycle_tolerance, 5)
        from mold m
        left join lateral (
          select cycle_ms, tolerance_percent
          from mold_standard x
          where x.tenant_id = ${tenantId} and x.mold_id = m.mold_id
          order by valid_from desc
          limit 1
        ) last on true
        where ${molds}
          and (
            last.tolerance_percent is null
              or last.cycle_ms is distinct from round(m.standard_cycle * 1000)::int
              or last.tolerance_percent <> coalesce(m.cycle_tolerance, 5)
          )
        on conflict (tenant_id, mold_id, valid_from) do update
        set cycle_ms = excluded.cycle_ms, tolerance_percent = excluded.tolerance_percent
      `,
      noteChanges(
        tenantId,
        sql`
          select m.mold_id, max(x.valid_from)
          from mold m
          join mold_standard x on x.tenant_id = m.tenant_id and x.mold_id = m.mold_id
          where x.tenant_id = ${tenantId} and ${molds}
          group by m.mold_id
        `,
      ),
      sql`
        update counter_state s
        set rev = s.rev + 1
        from binding b, mold m
        where s.tenant_id = ${tenantId}
          and b.tenant_id = ${tenantId}
          and ${molds}
          and b.mold_id = m.mold_id
          and b.unbound_at is null
          and s.counter_id = b.counter_id
      `,
    ];
  },
  done: (ctx, _action, rows) =>
    ctx.events.emit(ctx.who.tenantId, { type: "board", molds: rows.map((r) => String(r.moldNo)) }),
});
