-- Boards.

-- Cache of sums over all molds that take long to add up. All servers share it, and it outlives a restart.
create table board_figure (
  tenant_id int not null,
  -- Period of the sums: <from ms>/<to ms>/<by hour>.
  period text collate "C" not null,
  read_at timestamptz not null,
  cost_ms real not null,
  slices jsonb not null,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, period)
);

select app_guard('board_figure');
