-- Raises an error if the plant or maker of rows to be written is no partner of the OEM. `field` is the field with the
-- fault, or null.
create function app_expect_partner(field text) returns int language plpgsql as $$
begin
  if field is not null then
    raise exception '%', field using errcode = 'SK361';
  end if;
  return 0;
end $$;

revoke execute on function app_expect_partner(text) from public;

grant execute on function app_expect_partner(text) to shotkeeper_app;
