-- True: the result of the line only followed from the submission of its part (missing, elsewhere). Reopening the part
-- deletes such results. Until now they looked like counted ones; the signature of the part tells them apart.
alter table inventory_line add column by_submission boolean not null default false;

alter table inventory_line no force row level security;
alter table inventory_part no force row level security;

update inventory_line l
set by_submission = true
from inventory_part p
where p.tenant_id = l.tenant_id
  and p.count_id = l.count_id
  and p.plant_id is not distinct from l.plant_id
  and l.expected
  and p.signed_at = l.found_at
  and p.signed_by = l.found_by;

alter table inventory_line force row level security;
alter table inventory_part force row level security;

select app_script_view('inventory_line', 'inventory_line');
