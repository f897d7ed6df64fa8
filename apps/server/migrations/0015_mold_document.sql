-- Documents of molds: transfers and scrapping.

-- Transfers of molds to another plant, and scrapping of molds. Each document has a number of its own.
create table mold_document (
  tenant_id int not null,
  document_no text collate "C" not null,
  document_kind int not null,
  mold_no text collate "C" not null,
  document_time timestamptz not null,
  from_plant_id text collate "C",
  to_plant_id text collate "C",
  -- The mold's count when the document was written.
  count_then bigint not null,
  reason text not null,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, document_no),
  constraint mold_document_mold_no
    foreign key (tenant_id, mold_no) references mold (tenant_id, mold_no),
  constraint mold_document_to_plant_id
    foreign key (tenant_id, to_plant_id) references organization (tenant_id, org_id)
);

create index mold_document_mold on mold_document (tenant_id, mold_no, document_time);

select app_guard('mold_document');
select app_script_view('mold_document', 'mold_document');

-- Append-only: a document is never changed.
revoke update, delete on mold_document from shotkeeper_app;
