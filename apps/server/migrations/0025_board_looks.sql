-- Boards look at the molds of one project, or of one maker.
create index mold_project on mold (tenant_id, project_no);

create index mold_maker on mold (tenant_id, maker_id);
