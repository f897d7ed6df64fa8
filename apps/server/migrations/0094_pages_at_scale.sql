-- Boards read the milestones near today. The index also gives PostgreSQL statistics about the expression. Without them,
-- it expects a two-hundredth of the rows and chooses a slow plan.
create index new_mold_milestone_day on new_mold_milestone (tenant_id, (coalesce(actual_date, planned_date)));

-- A list in descending order shows rows of equal values in descending order of the key, so PostgreSQL reads these
-- indexes backwards for it. The two indexes with NULLS LAST serve the descending order only.
drop index mold_now_life;

create index mold_now_life on mold_now (tenant_id, life_used desc nulls last, mold_no desc) where archived_date is null;

drop index mold_now_shot;

create index mold_now_shot on mold_now (tenant_id, last_shot_at desc nulls last, mold_no desc)
where archived_date is null;

-- The list of the molds that do not produce as planned, with their causes, is read from these indexes.
alter table mold_now add column symptom text collate "C";

alter table mold_now add column mold_cause text collate "C";

create index mold_now_symptom on mold_now (tenant_id, mold_no) include (mold_id, symptom, mold_cause, live_state)
where symptom is not null;

create index mold_now_cause on mold_now (tenant_id, mold_cause, mold_no) where symptom is not null;
