-- Ids of users that differ only in upper and lower case would be mistaken for each other. An installation that has such
-- ids must delete or disable and replace them with the earlier version first.
do $$
declare
  similar_ids text;
begin
  select string_agg(x.ids, '; ') into similar_ids
  from (
    select 'tenant ' || tenant_id || ': ' || string_agg(user_id, ', ' order by user_id) as ids
    from "user"
    group by tenant_id, lower(user_id)
    having count(*) > 1
  ) x;
  if similar_ids is not null then
    raise exception 'users whose ids differ only in upper and lower case: %', similar_ids;
  end if;
end $$;

create unique index user_user_id on "user" (tenant_id, lower(user_id));

-- Raises an error if the caller of a write may not write any more.
create function app_expect_allowed(allowed boolean) returns void language plpgsql as $$
begin
  if not allowed then
    raise exception 'the caller may not write' using errcode = '42501';
  end if;
end $$;

revoke execute on function app_expect_allowed(boolean) from public;

grant execute on function app_expect_allowed(boolean) to shotkeeper_app;
