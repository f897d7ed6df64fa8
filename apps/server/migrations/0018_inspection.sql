-- Inspection issues.

-- Issues that inspections of molds found, with a day by which they must be solved.
create table mold_appoint (
  tenant_id int not null,
  appoint_id text collate "C" not null,
  appoint_type int not null,
  mold_no text collate "C" not null,
  appoint_plant_id text collate "C",
  problem text not null,
  problem_url text,
  appoint_level int not null,
  issue_found_by text not null,
  issue_found_at timestamptz not null,
  due_on date not null,
  assignee text,
  appoint_state int not null default 0,
  save_problem text,
  save_problem_url text,
  save_problem_date timestamptz,
  save_problem_by text,
  sent_back_count int not null default 0,
  send_back_reason text,
  appoint_closed_at timestamptz,
  appoint_closed_by text,
  close_note text,
  deleted_at timestamptz,
  deleted_by text,
  delete_reason text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, appoint_id),
  constraint mold_appoint_mold_no
    foreign key (tenant_id, mold_no) references mold (tenant_id, mold_no)
);

create index mold_appoint_state on mold_appoint (tenant_id, appoint_state, due_on);

create index mold_appoint_mold on mold_appoint (tenant_id, mold_no);

create index mold_appoint_found on mold_appoint (tenant_id, issue_found_at);

select app_guard('mold_appoint');
select app_script_view('mold_appoint', 'mold_appoint');
