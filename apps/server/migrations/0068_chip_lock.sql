-- A chip code is registered and put in stock one after the other, never at the same moment. Otherwise each side checks
-- before the other one commits, and a counter in stock is also registered.

-- Locks a chip code until the end of the transaction.
create function app_lock_chip(chip text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(chip, 738114216));
end $$;

create or replace function chip_not_stocked() returns trigger language plpgsql as $$
begin
  perform app_lock_chip(new.chip_code);
  if app_stocked_chip(new.chip_code) then
    raise exception 'chip code % is in stock', new.chip_code
      using errcode = '23505', constraint = 'counter_chip_code';
  end if;
  return new;
end $$;
