-- Partners: which injection plants and mold makers an OEM works with.

-- Injection plants of an OEM.
create table supplier_binding (
  tenant_id int not null,
  oem_id text collate "C" not null,
  plant_id text collate "C" not null,
  since date,
  contact text,
  phone text,
  remark text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, oem_id, plant_id),
  constraint supplier_binding_oem_id
    foreign key (tenant_id, oem_id) references organization (tenant_id, org_id),
  constraint supplier_binding_plant_id
    foreign key (tenant_id, plant_id) references organization (tenant_id, org_id)
);

select app_guard('supplier_binding');
select app_script_view('supplier_binding', 'supplier_binding');

-- Mold makers of an OEM.
create table manufacturer_binding (
  tenant_id int not null,
  oem_id text collate "C" not null,
  maker_id text collate "C" not null,
  since date,
  contact text,
  phone text,
  remark text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, oem_id, maker_id),
  constraint manufacturer_binding_oem_id
    foreign key (tenant_id, oem_id) references organization (tenant_id, org_id),
  constraint manufacturer_binding_maker_id
    foreign key (tenant_id, maker_id) references organization (tenant_id, org_id)
);

select app_guard('manufacturer_binding');
select app_script_view('manufacturer_binding', 'manufacturer_binding');
