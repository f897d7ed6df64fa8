-- Builds the key of shot_hour again without free room. The demo writes two years of many molds in turn, which leaves a
-- third of each index page empty.
create function app_compact_hours() returns void
  language plpgsql
  security definer
  set search_path = public
as $$
begin
  reindex index shot_hour_pkey;
end $$;

revoke execute on function app_compact_hours() from public;

grant execute on function app_compact_hours() to shotkeeper_app;
