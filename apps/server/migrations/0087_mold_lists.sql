-- Lists and counts of molds by owner. The company's list counts its molds, and owners see only theirs.
create index mold_oem on mold (tenant_id, oem_id, archived_date);

-- The list of molds sorted by name.
create index mold_name on mold (tenant_id, mold_name, mold_no);
