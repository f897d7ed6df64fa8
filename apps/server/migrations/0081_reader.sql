-- Readers: login roles of tenants for tools that speak SQL, such as Grafana. They read the views of the schema script.

-- Tenant of each reader. Only the schema's owner can read this table.
create table script_secret.reader (
  role_name text primary key,
  tenant_id int not null
);

-- Returns the tenant of the current session: that of its login role, if the role is a reader, else that of the script.
-- The setting script.ticket is "tenant.end.signature". The signature covers the tenant, the end (seconds since 1970)
-- and the process id of the session. The answer is null without a reader and without a valid ticket.
create or replace function app_script_tenant() returns int
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog
as $$
declare
  part text[] := string_to_array(current_setting('script.ticket', true), '.');
  message bytea;
  signature text;
  reader int;
begin
  -- No statement can change session_user without being a superuser.
  select r.tenant_id into reader from script_secret.reader r where r.role_name = session_user;
  if reader is not null then
    return reader;
  end if;
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
