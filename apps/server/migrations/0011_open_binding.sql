-- The open binding of a mold is looked up for every row of every list. Left to itself the planner takes the exclusion
-- constraint's gist index, which takes several times as long.
create index binding_open on binding (tenant_id, mold_id) where unbound_at is null;
