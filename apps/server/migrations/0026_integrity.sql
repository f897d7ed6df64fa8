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

-- A mold or counter with a binding cannot be deleted, even while the binding is being made.
alter table binding
  add constraint binding_mold_kept
    foreign key (tenant_id, mold_id) references mold (tenant_id, mold_id),
  add constraint binding_counter_kept
    foreign key (tenant_id, counter_id) references counter (tenant_id, counter_id);

alter table count_correction
  add constraint count_correction_kept
    foreign key (tenant_id, mold_id) references mold (tenant_id, mold_id);
