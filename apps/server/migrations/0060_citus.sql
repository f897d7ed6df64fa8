-- Functions that statements can call on Citus too (docs/operations.md, "Several database servers").

-- A row as JSON. Declared immutable, because Citus allows no other functions in RETURNING. The result depends on the
-- time zone only, and that of every connection of the server is UTC.
create function app_row(r anyelement) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return to_jsonb(r);
end $$;

revoke execute on function app_row(anyelement) from public;

grant execute on function app_row(anyelement) to shotkeeper_app;

-- The functions that abort a transaction return a number instead of void: Citus stores results of a part of a
-- statement, and cannot store void.
drop function app_expect_unused(text);
drop function app_expect_references(text);
drop function app_expect_in_use(bigint);
drop function app_expect_unmounted(text);

-- Raises an error if rows that are to be deleted are used. `uses` lists tables and numbers of rows: BINDING:2,REPAIR:1.
create function app_expect_unused(uses text) returns int language plpgsql as $$
begin
  if uses <> '' then
    raise exception '%', uses using errcode = 'SK233';
  end if;
  return 0;
end $$;

-- Raises an error if a field of rows to be written refers to a row that takes no references.
create function app_expect_references(field text) returns int language plpgsql as $$
begin
  if field is not null then
    raise exception '%', field using errcode = 'SK202';
  end if;
  return 0;
end $$;

-- Raises an error if rows to be updated are archived.
create function app_expect_in_use(archived bigint) returns int language plpgsql as $$
begin
  if archived > 0 then
    raise exception '% archived rows', archived using errcode = 'SK212';
  end if;
  return 0;
end $$;

-- Raises an error if a mold is mounted on a machine that would have to be free. Null: no mold is mounted.
create function app_expect_unmounted(mold_no text) returns int language plpgsql as $$
begin
  if mold_no is not null then
    raise exception '%', mold_no using errcode = 'SK224';
  end if;
  return 0;
end $$;

revoke execute on function
  app_expect_unused(text), app_expect_references(text), app_expect_in_use(bigint), app_expect_unmounted(text)
  from public;

grant execute on function
  app_expect_unused(text), app_expect_references(text), app_expect_in_use(bigint), app_expect_unmounted(text)
  to shotkeeper_app;
