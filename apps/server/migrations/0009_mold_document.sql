-- Transfers of molds to another plant, and their scrapping: dated papers with numbers of their own.

create table mold_document (
  tenant_id int not null,
  document_no text collate "C" not null,
  document_kind int not null,
  mold_no text collate "C" not null,
  document_time timestamptz not null,
  from_plant_id text collate "C",
  to_plant_id text collate "C",
  count_then bigint not null,
  reason text not null,
  created_by text, created_date timestamptz, updated_by text, updated_date timestamptz,
  primary key (tenant_id, document_no),
  constraint mold_document_mold_no foreign key (tenant_id, mold_no) references mold (tenant_id, mold_no),
  constraint mold_document_to_plant_id foreign key (tenant_id, to_plant_id) references organization (tenant_id, org_id)
);

create index mold_document_mold on mold_document (tenant_id, mold_no, document_time);

select app_guard('mold_document');

-- A paper once written stays as it is.
revoke update, delete on mold_document from shotkeeper_app;

-- Tenants that are there already get the two rules that new ones begin with.
do $$
declare t record;
begin
  for t in select tenant_id from tenant loop
    perform app_set_tenant(t.tenant_id);
    insert into document_rule (tenant_id, doc_id, doc_name, prefix, use_date, date_type, serial_base, serial_digits, joiner, created_by, created_date, updated_by, updated_date)
      select t.tenant_id, r.id, r.name, r.id, true, 2, 0, 4, '', 'system', now(), 'system', now()
      from (values ('DB', 'Mold transfer'), ('BF', 'Mold scrapping')) r (id, name) on conflict do nothing;
  end loop;
end $$;
