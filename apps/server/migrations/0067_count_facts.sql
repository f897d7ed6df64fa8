-- Facts about counts that commands could break.

-- A binding that goes on has no end, so it has no count at its end. Such a count was never used, and is removed.
-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table binding no force row level security;
update binding set unbound_count = null where unbound_at is null and unbound_count is not null;
alter table binding force row level security;

alter table binding
  add constraint binding_end check (unbound_at is not null or unbound_count is null);

-- Returns whether a counter with this chip code lies in stock of the tenant's shop, or of the shop that the tenant
-- names as its supplier.
create function app_stocked_chip(chip text) returns boolean
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  shop int;
  stocked boolean;
begin
  for shop in
    select own
    union
    select s.tenant_id from tenant t join tenant s on s.code = t.counter_supplier where t.tenant_id = own
  loop
    perform app_set_tenant(shop);
    stocked := exists (
      select from stock_serial s
      where s.tenant_id = shop and s.chip_code = app_stocked_chip.chip and s.serial_state in (0, 1)
    );
    exit when stocked;
  end loop;
  perform app_set_tenant(own);
  return stocked;
end $$;

revoke execute on function app_stocked_chip(text) from public;
grant execute on function app_stocked_chip(text) to shotkeeper_app;

-- Refuses a chip code whose counter lies in stock: neither a new counter nor a retired one may take it before it is
-- shipped.
create function chip_not_stocked() returns trigger language plpgsql as $$
begin
  if app_stocked_chip(new.chip_code) then
    raise exception 'chip code % is in stock', new.chip_code
      using errcode = '23505', constraint = 'counter_chip_code';
  end if;
  return new;
end $$;

create trigger chip_not_stocked
  before insert on chip
  for each row
  execute function chip_not_stocked();
