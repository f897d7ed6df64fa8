-- Finds the newest readings of a tenant for the counter log, and counts the readings of a period.
create index reading_at on reading (tenant_id, at, counter_id);
