-- set_config does what SET LOCAL does, without a statement that is parsed anew in every transaction.
-- Citus does not pass it on to its workers: a database that is distributed keeps SET LOCAL (decision 15).
do $$ begin
  if not exists (select from pg_extension where extname = 'citus') then
    create or replace function app_set_tenant(tenant int) returns void language plpgsql as $body$
    declare
      set_now text;
    begin
      -- An assignment is computed at once; PERFORM would be a query of its own.
      set_now := set_config('app.tenant_id', tenant::text, true);
    end $body$;
  end if;
end $$;
