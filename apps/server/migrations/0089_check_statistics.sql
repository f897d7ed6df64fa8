-- Gathers the planner's statistics of one table. After many rows were added at once, PostgreSQL would otherwise plan as
-- if the table were still small, until its own statistics catch up. The embedded database has none of its own.
create function app_analyze_table(name text) returns void
  language plpgsql
  security definer
  set search_path = public
  set default_statistics_target = 20
as $$
begin
  execute format('analyze %I', name);
end $$;

revoke execute on function app_analyze_table(text) from public;

grant execute on function app_analyze_table(text) to shotkeeper_app;
