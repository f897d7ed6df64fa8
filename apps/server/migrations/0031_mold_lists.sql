-- Lists leave out archived molds. With "archived_date" in the index, their totals are counted from the index alone.
drop index mold_plant;

create index mold_plant on mold (tenant_id, plant_id, archived_date);

drop index mold_created;

create index mold_created on mold (tenant_id, created_date, archived_date);

drop index mold_project;

create index mold_project on mold (tenant_id, project_no, archived_date);

drop index mold_maker;

create index mold_maker on mold (tenant_id, maker_id, archived_date);
