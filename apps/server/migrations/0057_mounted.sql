-- Raises an error if a mold is mounted on a machine that would have to be free. Null: no mold is mounted.
create function app_expect_unmounted(mold_no text) returns void language plpgsql as $$
begin
  if mold_no is not null then
    raise exception '%', mold_no using errcode = 'SK224';
  end if;
end $$;

revoke execute on function app_expect_unmounted(text) from public;

grant execute on function app_expect_unmounted(text) to shotkeeper_app;
