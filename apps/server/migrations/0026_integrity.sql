-- References that keep rows, and the function that refuses to delete used rows.

-- Raises an error if rows that are to be deleted are used. `uses` lists tables and numbers of rows: BINDING:2,REPAIR:1.
create function app_expect_unused(uses text) returns void language plpgsql as $$
begin
  if uses <> '' then
    raise exception '%', uses using errcode = 'SK233';
  end if;
end $$;

revoke execute on function app_expect_unused(text) from public;

grant execute on function app_expect_unused(text) to shotkeeper_app;

-- Raises an error if a field of rows to be written refers to a row that takes no references.
create function app_expect_references(field text) returns void language plpgsql as $$
begin
  if field is not null then
    raise exception '%', field using errcode = 'SK202';
  end if;
end $$;

revoke execute on function app_expect_references(text) from public;

grant execute on function app_expect_references(text) to shotkeeper_app;

-- Raises an error if rows to be updated are archived.
create function app_expect_in_use(archived bigint) returns void language plpgsql as $$
begin
  if archived > 0 then
    raise exception '% archived rows', archived using errcode = 'SK212';
  end if;
end $$;

revoke execute on function app_expect_in_use(bigint) from public;

grant execute on function app_expect_in_use(bigint) to shotkeeper_app;

-- Time at which a row was archived. Null: the row is in use.
alter table mold add column archived_date timestamptz;

alter table organization add column archived_date timestamptz;

-- Documents also change the service state and the maker of a mold. Null: the document did not change it.
alter table mold_document
  add column from_maker_id text collate "C",
  add column to_maker_id text collate "C",
  add column from_state int,
  add column to_state int,
  add constraint mold_document_to_maker_id
    foreign key (tenant_id, to_maker_id) references organization (tenant_id, org_id);

-- Numbers of these documents, for tenants that exist already.
-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table document_rule no force row level security;

insert into document_rule (tenant_id, doc_id, doc_name, prefix, use_date, date_type, serial_base, serial_digits)
select tenant_id, 'ZT', '模具状态变更', 'ZT', use_date, date_type, serial_base, serial_digits
from document_rule
where doc_id = 'BF'
on conflict do nothing;

alter table document_rule force row level security;

-- A mold or counter with a binding cannot be deleted, even while the binding is being made.
alter table binding
  add constraint binding_mold_kept
    foreign key (tenant_id, mold_id) references mold (tenant_id, mold_id),
  add constraint binding_counter_kept
    foreign key (tenant_id, counter_id) references counter (tenant_id, counter_id);

alter table count_correction
  add constraint count_correction_kept
    foreign key (tenant_id, mold_id) references mold (tenant_id, mold_id);

select app_script_view('mold', 'mold');
select app_script_view('organization', 'organization');
select app_script_view('mold_document', 'mold_document');
