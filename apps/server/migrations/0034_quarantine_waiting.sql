-- Counts the undecided items of a tenant by reason.
create index quarantine_waiting on quarantine (tenant_id, reason)
  where released_at is null and discarded_at is null;

-- Input of retired counters had the reason of unknown chips.
-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table quarantine no force row level security;
alter table counter no force row level security;

update quarantine q
set reason = 'retired'
from counter c
where c.tenant_id = q.tenant_id
  and c.chip_code = q.chip_code
  and c.state = 2
  and q.counter_id is null
  and q.reason = 'unknown';

alter table quarantine force row level security;
alter table counter force row level security;
