-- Scripts: the server signs the tenant of a script, so that no statement can choose another one.
-- Before, the views compared rows with a setting that any statement could change.

-- Secrets of the schema's owner. No other role may use this schema.
create schema script_secret;

-- Keys with which the server signs. Both have 64 bytes, a block of SHA-256, as HMAC needs them.
create table script_secret.signing_key (
  inner_key bytea not null,
  outer_key bytea not null
);

insert into script_secret.signing_key (inner_key, outer_key)
select
  decode(string_agg(replace(gen_random_uuid()::text, '-', ''), '') filter (where n <= 4), 'hex'),
  decode(string_agg(replace(gen_random_uuid()::text, '-', ''), '') filter (where n > 4), 'hex')
from generate_series(1, 8) n;

-- Password of the login role that the server creates for scripts. Several servers share it.
create table script_secret.login (
  role_name text primary key,
  password text not null
);

-- Returns the tenant of the current script. The setting script.ticket is "tenant.end.signature". The signature covers
-- the tenant, the end (seconds since 1970) and the process id of the session. It is null without a valid ticket.
create function app_script_tenant() returns int
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog
as $$
declare
  part text[] := string_to_array(current_setting('script.ticket', true), '.');
  message bytea;
  signature text;
begin
  if array_length(part, 1) is distinct from 3 or part[1] !~ '^\d{1,9}$' or part[2] !~ '^\d{1,12}$' then
    return null;
  end if;
  message := convert_to(part[1] || '.' || part[2] || '.' || pg_backend_pid(), 'UTF8');
  select encode(sha256(k.outer_key || sha256(k.inner_key || message)), 'hex')
    into signature
    from script_secret.signing_key k;
  if signature is distinct from part[3] or part[2]::bigint < extract(epoch from clock_timestamp()) then
    return null;
  end if;
  return part[1]::int;
end $$;

revoke execute on function app_script_tenant() from public;

grant execute on function app_script_tenant() to shotkeeper_script, shotkeeper_app;

-- Shows a table to scripts: rows of the signed tenant, without tenant_id and the hidden columns.
-- A view fixes its columns when it is made. A migration that adds columns to a table calls this again.
-- The server itself reads the views only on the embedded database, where it copies rows out of them.
create or replace function app_script_view(
  view_name text,
  tab regclass,
  hidden text[] default '{}'
) returns void language plpgsql as $$
declare
  names text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into names
    from pg_attribute
    where attrelid = tab
      and attnum > 0
      and not attisdropped
      and attname <> 'tenant_id'
      and attname <> all (hidden);
  execute format('drop view if exists script.%I', view_name);
  -- The subquery makes the planner call the function once and use the index on tenant_id.
  execute format(
    'create view script.%I with (security_barrier) as
       select %s from %s where tenant_id = (select app_script_tenant())',
    view_name,
    names,
    tab
  );
  execute format('grant select on script.%I to shotkeeper_script, shotkeeper_app', view_name);
end $$;

-- Makes the existing views anew, with the same columns.
do $$
declare
  old record;
begin
  for old in
    select c.oid, c.relname, pg_get_viewdef(c.oid) as definition
    from pg_class c
    where c.relnamespace = 'script'::regnamespace and c.relkind = 'v'
  loop
    if position('app_tenant()' in old.definition) = 0 then
      raise exception 'view % does not compare its tenant', old.relname;
    end if;
    execute format(
      'create or replace view script.%I with (security_barrier) as %s',
      old.relname,
      replace(old.definition, 'app_tenant()', '(select app_script_tenant())')
    );
    execute format('grant select on script.%I to shotkeeper_app', old.relname);
  end loop;
end $$;

-- Every role could call these functions, which work with the owner's rights.
revoke execute on function app_analyze(), reading_month(date) from public;

grant execute on function app_analyze(), reading_month(date) to shotkeeper_app;
