-- Functions instead of triggers reserve chip codes. On a Citus cluster each node has a copy of the table chip, so its
-- trigger ran on every node. There it could not read the stock as the transaction had changed it.
drop trigger chip_not_stocked on chip;
drop function chip_not_stocked();
drop trigger counter_revived on counter;
drop function counter_revived();

-- Reserves the chip codes of counters of the tenant, chosen by chip code or counter number. Leaves out retired ones: a
-- shop can take such a counter back and sell it again. Fails if another counter has the code, or if a counter with this
-- code lies in stock: neither a new counter nor a retired one may take it before it is shipped.
create function app_reserve_chips(chips text[], writers text[]) returns int
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  code text;
begin
  for code in
    select c.chip_code
    from counter c
    where c.tenant_id = own and (c.chip_code = any(chips) or c.writer_id = any(writers)) and c.state <> 2
      and not exists (
        select from chip x where x.chip_code = c.chip_code and x.tenant_id = own and x.counter_id = c.counter_id
      )
    order by c.chip_code
  loop
    perform app_lock_chip(code);
    if app_stocked_chip(code) then
      raise exception 'chip code % is in stock', code using errcode = '23505', constraint = 'counter_chip_code';
    end if;
  end loop;
  insert into chip (chip_code, tenant_id, counter_id)
  select c.chip_code, c.tenant_id, c.counter_id
  from counter c
  where c.tenant_id = own and (c.chip_code = any(chips) or c.writer_id = any(writers)) and c.state <> 2
    and not exists (
      select from chip x where x.chip_code = c.chip_code and x.tenant_id = own and x.counter_id = c.counter_id
    );
  return 0;
exception
  when unique_violation then
    -- Names the chip code as the cause, and not the key of the table chip.
    raise exception '%', sqlerrm using errcode = '23505', constraint = 'counter_chip_code';
end $$;

-- Frees the chip codes of the tenant's counters that were deleted. Collects them first: Citus deletes no rows of a
-- table with copies on all nodes by a condition on a table that is spread over the nodes.
create function app_free_chips() returns int
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  gone text[];
begin
  select array_agg(x.chip_code) into gone
  from chip x
  where x.tenant_id = own
    and not exists (select from counter c where c.tenant_id = own and c.counter_id = x.counter_id);
  delete from chip x where x.tenant_id = own and x.chip_code = any(gone);
  return 0;
end $$;

revoke execute on function app_free_chips() from public;
grant execute on function app_free_chips() to shotkeeper_app;
revoke execute on function app_reserve_chips(text[], text[]) from public;
grant execute on function app_reserve_chips(text[], text[]) to shotkeeper_app;
revoke insert, update on chip from shotkeeper_app;

-- As before (0061_return.sql). Citus accepts no correlated subquery beside unnest, so a statement of its own reads the
-- known chip codes.
create or replace function app_deliver_counters(
  to_code text,
  chips text[],
  models text[],
  note text,
  delivered_at timestamptz
) returns int
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  target int;
  seller text;
  known text[];
begin
  select code into seller from tenant where tenant_id = own;
  select tenant_id into target from tenant where code = to_code and counter_supplier = seller;
  if target is null then
    raise exception 'tenant % does not name % as its supplier', to_code, seller using errcode = '42501';
  end if;
  -- The policies of row-level security bind this function too, so the rows are written as the other tenant.
  perform app_set_tenant(target);
  update counter c
  set state = 0, remark = note, updated_by = 'system', updated_date = delivered_at
  where c.tenant_id = target and c.chip_code = any(chips) and c.state = 2;
  select array_agg(c.chip_code) into known
  from counter c
  where c.tenant_id = target and c.chip_code = any(chips);
  insert into counter (
    tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, approval, remark, created_by,
    created_date, updated_by, updated_date
  )
  select
    target, x.chip, x.chip, x.model, 0, true, false, 1, note, 'system', delivered_at, 'system',
    delivered_at
  from unnest(chips, models) x (chip, model)
  where x.chip <> all (coalesce(known, '{}'));
  perform app_reserve_chips(chips, '{}');
  insert into counter_state (tenant_id, counter_id)
  select c.tenant_id, c.counter_id
  from counter c
  where c.tenant_id = target and c.chip_code = any(chips)
  on conflict do nothing;
  insert into system_log (tenant_id, at, user_id, action, target, target_key, after)
  select target, delivered_at, 'system', 'insert', 'BS_WRITER', c.writer_id, to_jsonb(c) - 'secret_hash'
  from counter c
  where c.tenant_id = target and c.chip_code = any(chips);
  perform app_set_tenant(own);
  return target;
end $$;

-- As before (0061_return.sql), with functions that Citus allows in an UPDATE and in RETURNING.
create or replace function app_return_counters(chips text[], note text, actor text, returned_at timestamptz)
  returns int[]
  language plpgsql
  security definer
  set search_path = public, pg_temp
as $$
declare
  own int := app_tenant();
  seller text;
  target int;
  targets int[] := '{}';
begin
  if app_bound_chip(chips) is not null then
    raise exception 'a counter is bound' using errcode = '42501';
  end if;
  select code into seller from tenant where tenant_id = own;
  for target in select distinct c.tenant_id from chip c where c.chip_code = any(chips) order by 1 loop
    if target <> own and not exists (
      select from tenant t where t.tenant_id = target and t.counter_supplier = seller
    ) then
      raise exception '%', (select t.code from tenant t where t.tenant_id = target) using errcode = 'SK328';
    end if;
    perform app_set_tenant(target);
    with old as (
      select t.writer_id, to_jsonb(t) - 'secret_hash' as before
      from counter t
      where t.tenant_id = target and t.chip_code = any(chips)
    ),
    done as (
      update counter t
      set
        state = 2,
        remark = right(case when t.remark <> '' then t.remark || coalesce(' · ' || note, '') else note end, 500),
        updated_by = case when target = own then actor else 'system' end, updated_date = returned_at
      from old
      where t.tenant_id = target and t.writer_id = old.writer_id
      returning t.writer_id, app_row(t) - 'secret_hash' as after
    )
    insert into system_log (tenant_id, at, user_id, action, target, target_key, before, after)
    select
      target, returned_at, case when target = own then actor else 'system' end, 'update', 'BS_WRITER',
      done.writer_id, old.before, done.after
    from done
    join old on old.writer_id = done.writer_id;
    update counter_state s
    set rev = s.rev + 1
    from counter c
    where s.tenant_id = target
      and c.tenant_id = target
      and c.chip_code = any(chips)
      and s.counter_id = c.counter_id;
    delete from chip c where c.tenant_id = target and c.chip_code = any(chips);
    targets := targets || target;
  end loop;
  perform app_set_tenant(own);
  return targets;
end $$;
