-- A page of the molds of a plant, a maker or an owner, in the order of their numbers, is read from the index without
-- sorting all of its molds. Totals are still counted from the index alone, because it includes "archived_date".
drop index mold_plant;

create index mold_plant on mold (tenant_id, plant_id, mold_no) include (archived_date);

drop index mold_maker;

create index mold_maker on mold (tenant_id, maker_id, mold_no) include (archived_date);

drop index mold_oem;

create index mold_oem on mold (tenant_id, oem_id, mold_no) include (archived_date);
