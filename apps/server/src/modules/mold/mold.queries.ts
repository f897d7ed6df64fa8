import { trialStat } from "@shotkeeper/contract/enumerations";
import { appointState } from "@shotkeeper/contract/inspection";
import { countState } from "@shotkeeper/contract/inventory";
import { moldList, moldTimeline } from "@shotkeeper/contract/mold";
import { moldDocumentKind } from "@shotkeeper/contract/mold-document";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, type QueryImpl } from "../../kernel/registry.ts";
import { liveColumns, moldJoins, moldScope } from "./mold-facts.ts";
import { withStoredFacts } from "./mold-now.ts";

export const moldListImpl: QueryImpl = implement(moldList, {
  instead: (ctx, request) => withStoredFacts(ctx, moldListImpl, request),
  from: "mold",
  joins: moldJoins,
  where: moldScope,
  columns: liveColumns,
});

/**
 * Returns a FROM clause with the events in the lives of molds, such as bindings, warnings and corrections, one row per
 * event.
 */
function timelineFrom(ctx: Ctx) {
  const id = ctx.who.tenantId;
  const scope = moldScope(ctx, "m");
  return sql`
    (
      select
        m.tenant_id, m.mold_no, b.bound_at as at, 'bound' as kind, c.writer_id as reference,
        null::text as detail, b.bound_by as by
      from binding b
      join mold m on m.tenant_id = ${id} and m.mold_id = b.mold_id
      join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id
      where b.tenant_id = ${id} and ${scope}
      union all
      select m.tenant_id, m.mold_no, b.unbound_at, 'unbound', c.writer_id, b.reason, b.unbound_by
      from binding b
      join mold m on m.tenant_id = ${id} and m.mold_id = b.mold_id
      join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id
      where b.tenant_id = ${id} and b.unbound_at is not null and ${scope}
      union all
      select
        m.tenant_id, m.mold_no, w.opened_at, 'warning', w.kind || '#' || w.warning_id, w.kind,
        w.acknowledged_by
      from warning w
      join mold m on m.tenant_id = ${id} and m.mold_id = w.mold_id
      where w.tenant_id = ${id} and w.withdrawn_at is null and ${scope}
      union all
      select
        m.tenant_id, m.mold_no, x.created_date,
        case when x.is_estimated then 'estimated' else 'correction' end, x.qty::text, x.reason, x.created_by
      from count_correction x
      join mold m on m.tenant_id = ${id} and m.mold_id = x.mold_id
      where x.tenant_id = ${id} and ${scope}
      union all
      select m.tenant_id, m.mold_no, k.done_at, 'maintenance', k.task_id, k.content, k.done_by
      from maintenance_task k
      join mold m on m.tenant_id = ${id} and m.mold_no = k.mold_no
      where k.tenant_id = ${id} and k.done_at is not null and ${scope}
      union all
      select
        m.tenant_id, m.mold_no, p.document_time,
        case p.document_kind
          when ${moldDocumentKind.values.transfer} then 'transferred'
          when ${moldDocumentKind.values.stateChange} then 'stateChanged'
          when ${moldDocumentKind.values.makerChange} then 'makerChanged'
          else 'scrapped'
        end,
        p.document_no,
        case
          when p.document_kind = ${moldDocumentKind.values.transfer}
            then coalesce(f.org_name || ' → ', '') || coalesce(o.org_name, p.to_plant_id) || ' · '
          when p.document_kind = ${moldDocumentKind.values.makerChange}
            then coalesce(fm.org_name || ' → ', '') || coalesce(om.org_name, p.to_maker_id) || ' · '
          else ''
        end || p.reason,
        p.created_by
      from mold_document p
      join mold m on m.tenant_id = ${id} and m.mold_no = p.mold_no
      left join organization f on f.tenant_id = ${id} and f.org_id = p.from_plant_id
      left join organization o on o.tenant_id = ${id} and o.org_id = p.to_plant_id
      left join organization fm on fm.tenant_id = ${id} and fm.org_id = p.from_maker_id
      left join organization om on om.tenant_id = ${id} and om.org_id = p.to_maker_id
      where p.tenant_id = ${id} and ${scope}
      union all
      select
        m.tenant_id, m.mold_no, v.ended_at,
        case l.result when 'missing' then 'missing' else 'inventoried' end, l.count_id,
        concat_ws(' · ', v.count_name, l.found_place, l.count_note),
        coalesce(l.found_by, v.ended_by)
      from inventory_line l
      join inventory_count v on v.tenant_id = ${id} and v.count_id = l.count_id
      join mold m on m.tenant_id = ${id} and m.mold_no = l.mold_no
      where l.tenant_id = ${id} and v.count_state = ${countState.values.closed}
        and not l.is_cancelled and ${scope}
      union all
      select
        m.tenant_id, m.mold_no, x.ended_at,
        case x.trial_stat when ${trialStat.values.passed} then 'trialPassed' else 'trialFailed' end,
        x.trial_id, concat_ws(' · ', x.trial_reason, x.findings), x.closed_by
      from mold_trial x
      join mold m on m.tenant_id = ${id} and m.mold_no = x.mold_no
      where x.tenant_id = ${id} and x.closed_at is not null and ${scope}
      union all
      select
        m.tenant_id, m.mold_no, a.issue_found_at, 'inspection', a.appoint_id, left(a.problem, 300),
        a.issue_found_by
      from mold_appoint a
      join mold m on m.tenant_id = ${id} and m.mold_no = a.mold_no
      where a.tenant_id = ${id} and a.appoint_state <> ${sql.constant(appointState.values.deleted)} and ${scope}
      union all
      select m.tenant_id, m.mold_no, m.created_date, 'created', m.mold_no, m.mold_name, m.created_by
      from mold m
      where m.tenant_id = ${id} and ${scope}
    ) t
  `;
}

export const moldTimelineImpl = implement(moldTimeline, {
  from: timelineFrom,
  order: [{ field: "at", direction: "desc" }],
});
