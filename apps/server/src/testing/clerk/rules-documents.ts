import type { Rules } from "./rules.ts";

/** Tables whose rows two different users must sign: table, wire name, key, first signature and second signature. */
const signed = [
  ["production_order", "PRD_ORDER", "t.order_id", "t.submitted_by", "t.audited_by"],
  ["mold_trial", "MOLD_TRIAL", "t.trial_id", "t.submitted_by", "t.audited_by"],
  ["new_mold_modification", "NEW_MOLD_MODIFICATION", "t.modification_id", "t.submitted_by", "t.audited_by"],
  ["new_mold_plan", "NEW_MOLD_PLAN", "t.mold_no", "t.reviewed_by", "t.approved_by"],
  [
    "new_mold_milestone",
    "NEW_MOLD_MILESTONE",
    "t.mold_no || '/' || t.milestone_code",
    "t.reported_by",
    "t.confirmed_by",
  ],
  ["inventory_line", "INVENTORY_DT", "t.line_id", "t.found_by", "t.audited_by"],
  ["mold_appoint", "MOLD_APPOINT", "t.appoint_id", "t.save_problem_by", "t.appoint_closed_by"],
  ["maintenance_task", "MAINTAIN_TASK", "t.task_id", "t.done_by", "t.accepted_by"],
  ["counter_change", "BS_WRITER_CHANGE", "t.change_id::text", "t.created_by", "t.judged_by"],
] as const;

const twoPeople = signed
  .map(
    ([table, wire, key, first, second]) => `
    select '${wire}' as document, ${key} as key, ${first} as by
    from ${table} t
    where t.tenant_id = $tenant
      and ${first} = ${second}
      and not exists (
        select from system_log l
        where l.tenant_id = t.tenant_id and l.action = 'onePerson' and l.target = '${wire}' and l.target_key = ${key}
      )`,
  )
  .join(" union all ");

/**
 * Statements that select rows which break a rule of trials, design changes, stock-takes, machines, spare parts or
 * issues.
 */
export const documentStatements: Rules = {
  "two people sign a document, or the log says that one person did": twoPeople,
  "a trial has the signatures and the result of its state": `
    select trial_id, audit_stat
    from mold_trial
    where tenant_id = $tenant
      and (
        (audit_stat >= 1 and submitted_at is null)
          or (audit_stat >= 2 and audited_at is null)
          or (audit_stat = 3 and (closed_by is null or trial_stat is null or ended_at is null))
          or (audit_stat < 2 and started_at is not null)
          or (ended_at is not null and started_at is null)
      )`,
  "a mold has one trial at a time": `
    select mold_no
    from mold_trial
    where tenant_id = $tenant and audit_stat = 2 and started_at is not null and ended_at is null
    group by mold_no
    having count(*) > 1`,
  "a design change has the signatures and the result of its state": `
    select modification_id, audit_stat
    from new_mold_modification
    where tenant_id = $tenant
      and (
        (audit_stat >= 1 and submitted_at is null)
          or (audit_stat >= 2 and audited_at is null)
          or (audit_stat = 3 and (closed_by is null or finished_on is null or modification_result is null))
      )`,
  "a milestone is reported after the milestones before it were confirmed": `
    select m.mold_no, m.milestone_code, e.milestone_code as earlier
    from new_mold_milestone m
    join new_mold_milestone e on e.tenant_id = m.tenant_id and e.mold_no = m.mold_no
      and e.milestone_seq < m.milestone_seq
    where m.tenant_id = $tenant and m.milestone_stat >= 1 and e.milestone_stat < 2`,
  "a reported milestone has its day, and a confirmed one its signature": `
    select mold_no, milestone_code, milestone_stat
    from new_mold_milestone
    where tenant_id = $tenant
      and (
        (milestone_stat >= 1 and (actual_date is null or reported_by is null))
          or (milestone_stat = 2 and confirmed_by is null)
          or (milestone_stat = 0 and actual_date is not null)
      )`,
  "a plan ends with the contract acceptance": `
    select p.mold_no, p.project_result, m.milestone_stat
    from new_mold_plan p
    join new_mold_milestone m on m.tenant_id = p.tenant_id and m.mold_no = p.mold_no and m.milestone_kind = 5
    where p.tenant_id = $tenant and (p.project_result = 3) <> (m.milestone_stat = 2)`,
  "an approved plan has its signature": `
    select mold_no
    from new_mold_plan
    where tenant_id = $tenant and project_stat = 3 and (approved_by is null or approved_at is null)`,
  "the balance of each move of a spare part is the sum of the moves so far": `
    select x.part_no, x.move_id, x.balance_qty, x.qty
    from (
      select part_no, move_id, balance_qty, sum(move_qty) over (partition by part_no order by move_id) as qty
      from part_move
      where tenant_id = $tenant
    ) x
    where x.balance_qty <> x.qty or x.balance_qty < 0`,
  "a spare part is used for a task whose work was done": `
    select m.move_id, m.task_id
    from part_move m
    left join maintenance_task t on t.tenant_id = m.tenant_id and t.task_id = m.task_id
    where m.tenant_id = $tenant and m.move_kind = 3 and (t.task_id is null or t.state not in (4, 5, 6))`,
  "a mold on a machine is usable and at the plant of the machine": `
    select d.device_id, d.mold_no, m.service_state, m.archived_date, m.plant_id, v.plant_id as machine_at
    from device_mold d
    join mold m on m.tenant_id = d.tenant_id and m.mold_no = d.mold_no
    join device v on v.tenant_id = d.tenant_id and v.device_id = d.device_id
    where d.tenant_id = $tenant
      and d.unmounted_at is null
      and (m.service_state = 4 or m.archived_date is not null or m.plant_id is distinct from v.plant_id)`,
  "a decided replacement names the user who decided, and a rejected one the reason": `
    select change_id, approval
    from counter_change
    where tenant_id = $tenant
      and approval > 0
      and (judged_by is null or (approval = 2 and audit_note is null))`,
  "an approved replacement bound the new counter": `
    select c.change_id, c.new_writer_id
    from counter_change c
    join counter n on n.tenant_id = c.tenant_id and n.writer_id = c.new_writer_id
    where c.tenant_id = $tenant
      and c.approval = 1
      and not exists (select from binding b where b.tenant_id = c.tenant_id and b.counter_id = n.counter_id)`,
  "only approved counters are bound": `
    select c.writer_id, c.approval
    from counter c
    join binding b on b.tenant_id = c.tenant_id and b.counter_id = c.counter_id and b.unbound_at is null
    where c.tenant_id = $tenant and (c.approval <> 1 or c.archived_date is not null)`,
  // The parts of a stock-take (one per plant) stay in the state 1 (checking) when the whole stock-take is closed (2).
  "the state of a stock-take is that of its parts, or it is closed after all were signed": `
    select c.count_id, c.count_state, p.states
    from inventory_count c
    join lateral (
      select array_agg(distinct part_state) as states
      from inventory_part p
      where p.tenant_id = c.tenant_id and p.count_id = c.count_id
    ) p on p.states is not null
    where c.tenant_id = $tenant
      and c.count_state <> case
        when 0 = any(p.states) then 0
        when 1 = any(p.states) and c.count_state = 2 then 2
        when 1 = any(p.states) then 1
        else 3
      end`,
  "a closed stock-take has a signature and no surplus mold without a decision": `
    select c.count_id
    from inventory_count c
    where c.tenant_id = $tenant
      and c.count_state = 2
      and (
        c.ended_by is null
          or exists (
            select from inventory_line l
            where l.tenant_id = c.tenant_id and l.count_id = c.count_id and l.outcome = 4 and l.accepted is null
          )
      )`,
  "nobody closes a stock-take of which this user signed a part, or the log says so": `
    select c.count_id, p.part_id
    from inventory_count c
    join inventory_part p on p.tenant_id = c.tenant_id and p.count_id = c.count_id and p.signed_by = c.ended_by
    where c.tenant_id = $tenant
      and c.count_state = 2
      and not exists (
        select from system_log l
        where l.tenant_id = c.tenant_id and l.action = 'onePerson' and l.target = 'INVENTORY_HD'
          and l.target_key = c.count_id
      )`,
  "a result of a stock-take says who found it, and only unexpected molds are surplus": `
    select line_id, expected, outcome
    from inventory_line
    where tenant_id = $tenant
      and outcome is not null
      and (expected = (outcome = 4) or (outcome <> 3 and found_by is null))`,
  "an inspection issue has the signatures of its state": `
    select appoint_id, appoint_state
    from mold_appoint
    where tenant_id = $tenant
      and (
        (appoint_state in (1, 3) and (save_problem_by is null or save_problem is null))
          or (appoint_state = 3 and appoint_closed_by is null)
          or (appoint_state = 2 and (deleted_by is null or delete_reason is null))
      )`,
  "a scrapped or archived mold has no open task and no open warning": `
    select m.mold_no, t.task_id::text as open
    from mold m
    join maintenance_task t on t.tenant_id = m.tenant_id and t.mold_no = m.mold_no and t.state in (0, 1, 2, 3)
    where m.tenant_id = $tenant and (m.service_state = 4 or m.archived_date is not null)
    union all
    select m.mold_no, w.warning_id::text
    from mold m
    join warning w on w.tenant_id = m.tenant_id and w.mold_id = m.mold_id and w.cleared_at is null
    where m.tenant_id = $tenant and (m.service_state = 4 or m.archived_date is not null)`,
  "a correction changes the count, with a reason": `
    select correction_id
    from count_correction
    where tenant_id = $tenant and (qty = 0 or coalesce(reason, '') = '')`,
  "one version of each client package is in use": `
    select package_kind
    from client_package
    where tenant_id = $tenant and in_use
    group by package_kind
    having count(*) > 1`,
  "a customer has one default address": `
    select cust_id
    from customer_address
    where tenant_id = $tenant and is_default
    group by cust_id
    having count(*) > 1`,
  "a released item of the quarantine names its user and reason": `
    select quarantine_id
    from quarantine
    where tenant_id = $tenant
      and (
        (released_at is not null and (released_by is null or release_reason is null))
          or (discarded_at is not null and (discarded_by is null or discard_reason is null))
      )`,
};
