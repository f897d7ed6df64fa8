/** SQL statements by rule. Each selects the rows that break the rule. */
export type Rules = Readonly<Record<string, string>>;

/**
 * Statements that select rows which break a rule of the application. They read the stored rows and use none of the
 * server's queries. `$tenant` stands for the tenant's id and `$now` for the server's time.
 */
export const ruleStatements: Rules = {
  "the corrected shots of a mold are the sum of its corrections": `
    select m.mold_no, m.corrected_shots, c.qty
    from mold m
    left join lateral (
      select coalesce(sum(qty), 0) as qty
      from count_correction c
      where c.tenant_id = m.tenant_id and c.mold_id = m.mold_id
    ) c on true
    where m.tenant_id = $tenant and m.corrected_shots <> c.qty`,
  "the hours of a mold add up to the shots of its bindings": `
    select m.mold_no, h.shots as hours, b.shots as bindings
    from mold m
    left join lateral (
      select coalesce(sum(shots), 0) as shots
      from shot_hour h
      where h.tenant_id = m.tenant_id and h.mold_id = m.mold_id
    ) h on true
    left join lateral (
      select coalesce(sum(case when b.unbound_at is null then s.bound_shots else b.shots end), 0) as shots
      from binding b
      left join counter_state s on s.tenant_id = b.tenant_id and s.counter_id = b.counter_id
      where b.tenant_id = m.tenant_id and b.mold_id = m.mold_id
    ) b on true
    where m.tenant_id = $tenant and h.shots <> b.shots`,
  "a counter is on one mold at a time": `
    select a.binding_id, b.binding_id
    from binding a
    join binding b on b.tenant_id = a.tenant_id and b.binding_id > a.binding_id
      and b.counter_id = a.counter_id
      and a.bound_at < coalesce(b.unbound_at, 'infinity')
      and b.bound_at < coalesce(a.unbound_at, 'infinity')
    where a.tenant_id = $tenant`,
  "the mold and the counter of a binding exist": `
    select b.binding_id
    from binding b
    left join mold m on m.tenant_id = b.tenant_id and m.mold_id = b.mold_id
    left join counter c on c.tenant_id = b.tenant_id and c.counter_id = b.counter_id
    where b.tenant_id = $tenant and (m.mold_id is null or c.counter_id is null)`,
  "a binding's end is not before its beginning, in time or count, unless the counter was set back": `
    select b.binding_id
    from binding b
    where b.tenant_id = $tenant
      and (
        b.unbound_at <= b.bound_at
          or (
            b.unbound_count < b.bound_count
              and not exists (
                select from reading r
                where r.tenant_id = b.tenant_id and r.counter_id = b.counter_id and r.at > b.bound_at
                  and r.count < b.bound_count
              )
          )
      )`,
  "no scrapped or archived mold carries a counter": `
    select m.mold_no
    from mold m
    join binding b on b.tenant_id = m.tenant_id and b.mold_id = m.mold_id and b.unbound_at is null
    where m.tenant_id = $tenant and (m.service_state = 4 or m.archived_date is not null)`,
  "no plain update changes the plant of a mold or scraps it": `
    select m.mold_no
    from mold m
    join system_log l on l.tenant_id = m.tenant_id and l.target = 'BS_MOLD' and l.target_key = m.mold_no
      and l.action = 'update'
      and (l.after->>'plant_id' is distinct from l.before->>'plant_id' or l.after->>'service_state' = '4')
      and l.after ? 'plant_id' and l.before ? 'plant_id'
    where m.tenant_id = $tenant
      and not exists (
        select from new_mold_plan p where p.tenant_id = m.tenant_id and p.mold_no = m.mold_no
      )`,
  "the stock of a spare part is the sum of its moves, and never negative": `
    select p.part_no, p.stock_qty, m.qty
    from spare_part p
    left join lateral (
      select coalesce(sum(move_qty), 0) as qty
      from part_move m
      where m.tenant_id = p.tenant_id and m.part_no = p.part_no
    ) m on true
    where p.tenant_id = $tenant and (p.stock_qty <> m.qty or p.stock_qty < 0)`,
  "each reference of a mold is a company of the right type": `
    select m.mold_no, m.oem_id, o.type as oem_type, m.plant_id, p.type as plant_type, m.maker_id, k.type as maker_type
    from mold m
    left join organization o on o.tenant_id = m.tenant_id and o.org_id = m.oem_id
    left join organization p on p.tenant_id = m.tenant_id and p.org_id = m.plant_id
    left join organization k on k.tenant_id = m.tenant_id and k.org_id = m.maker_id
    where m.tenant_id = $tenant
      and (
        o.type <> 'oem'
          or (m.plant_id is not null and p.type <> 'plant')
          or (m.maker_id is not null and k.type <> 'maker')
      )`,
  "no running production order has a start in the future": `
    select order_id
    from production_order
    where tenant_id = $tenant and order_state = 4 and started_at > $now`,
  "a mold runs one production order at a time": `
    select mold_no
    from production_order
    where tenant_id = $tenant and order_state = 4
    group by mold_no
    having count(*) > 1`,
  "a production order has the signatures of its state": `
    select order_id, order_state
    from production_order
    where tenant_id = $tenant
      and (
        (order_state = 1 and submitted_at is null)
          or (order_state = 2 and audited_at is null)
          or (order_state in (4, 5) and (started_at is null or audited_at is null))
          or (order_state in (3, 5) and ended_at is null and started_at is not null)
      )`,
  "a finished maintenance task says who did it and when": `
    select task_id, kind, state
    from maintenance_task
    where tenant_id = $tenant
      and (
        (state in (4, 6) and (done_at is null or done_by is null))
          or (state = 4 and kind = 2 and accepted_by is null)
          or (state = 4 and kind = 2 and accepted_by = done_by)
          -- A job closes the tasks of molds out of use and leaves removed_at empty, so their run hours still count.
          or (state = 7 and removed_at is null and updated_by <> 'system')
      )`,
  "a mold in repair or in trial has the task or trial, or a document": `
    select m.mold_no, m.service_state
    from mold m
    where m.tenant_id = $tenant
      and m.service_state in (1, 2)
      and not exists (
        select from maintenance_task t
        where t.tenant_id = m.tenant_id and t.mold_no = m.mold_no and t.state in (5, 6)
      )
      and not exists (
        select from mold_trial t
        where t.tenant_id = m.tenant_id and t.mold_no = m.mold_no and t.started_at is not null
          and t.audit_stat <> 3
      )
      and not exists (
        select from mold_document d
        where d.tenant_id = m.tenant_id and d.mold_no = m.mold_no and d.to_state = m.service_state
      )
      and not exists (
        select from new_mold_plan p where p.tenant_id = m.tenant_id and p.mold_no = m.mold_no
      )
      and not exists (
        select from system_log l
        where l.tenant_id = m.tenant_id and l.target = 'BS_MOLD' and l.target_key = m.mold_no
          and l.action = 'insert'
      )`,
  "a counter in use is bound, and a bound counter is in use": `
    select c.writer_id, c.state
    from counter c
    left join binding b on b.tenant_id = c.tenant_id and b.counter_id = c.counter_id and b.unbound_at is null
    where c.tenant_id = $tenant and b.binding_id is not null and c.state = 2`,
  "the lines of a stock-take are open while it is": `
    select c.count_id, c.count_state, l.line_id
    from inventory_count c
    join inventory_line l on l.tenant_id = c.tenant_id and l.count_id = c.count_id
    where c.tenant_id = $tenant and l.is_open and c.count_state >= 2`,
  "a mold is expected in one open stock-take": `
    select mold_no
    from inventory_line
    where tenant_id = $tenant and is_open and expected
    group by mold_no
    having count(*) > 1`,
  "a confirmed handover has both signatures, of two users": `
    select mold_no, milestone_code
    from new_mold_milestone
    where tenant_id = $tenant and milestone_kind = 4 and milestone_stat = 2
      and (given_by is null or taken_by is null or given_by = taken_by)`,
};
