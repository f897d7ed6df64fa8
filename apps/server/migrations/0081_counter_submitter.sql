-- User who last asked for the approval of a counter: by registering it, or by changing it before it was approved. This
-- user must not approve the counter.

alter table counter add column submitted_by text collate "C";

-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table counter no force row level security;

-- Waiting counters (0). Until now the creator or, after a rejection, the last editor asked for the approval.
update counter set submitted_by = coalesce(updated_by, created_by) where approval = 0;

alter table counter force row level security;

select app_script_view('counter', 'counter', '{secret_hash}');
