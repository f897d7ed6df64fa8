-- Parts of inventory counts: the people of each plant end, reopen and cancel their own part.

-- One row per plant with expected molds in a count.
create table inventory_part (
  tenant_id int not null,
  part_id text collate "C" not null,
  count_id text collate "C" not null,
  -- Null: the molds of the count that have no plant.
  plant_id text collate "C",
  part_state int not null default 0,
  signed_by text,
  signed_at timestamptz,
  cancel_reason text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, part_id),
  constraint inventory_part_plant
    unique (tenant_id, count_id, plant_id),
  constraint inventory_part_count_id
    foreign key (tenant_id, count_id) references inventory_count (tenant_id, count_id)
);

-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table inventory_count no force row level security;
alter table inventory_line no force row level security;

insert into inventory_part (
  tenant_id, part_id, count_id, plant_id, part_state, signed_by, signed_at,
  created_by, created_date, updated_by, updated_date
)
select c.tenant_id, c.count_id || '/' || coalesce(l.plant_id, '-'), c.count_id, l.plant_id,
  c.count_state, c.submitted_by, c.submitted_at, c.started_by, c.started_at, c.updated_by, c.updated_date
from inventory_count c
join (
  select distinct tenant_id, count_id, plant_id from inventory_line where expected
) l on l.tenant_id = c.tenant_id and l.count_id = c.count_id;

alter table inventory_count force row level security;
alter table inventory_line force row level security;

select app_guard('inventory_part');
select app_script_view('inventory_part', 'inventory_part');

-- True if the plant of the mold cancelled its part. The line is then no result of the count.
alter table inventory_line add column is_cancelled boolean not null default false;
select app_script_view('inventory_line', 'inventory_line');
