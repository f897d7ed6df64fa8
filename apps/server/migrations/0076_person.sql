-- Facts about the people of a company that were concluded from other columns before.

alter table "user"
  -- Who disabled the user: 0 the tenant's administration, 1 an approver of the user's company. Null: nobody did.
  add column disabled_by int
    constraint user_disabled_by check (disabled_by in (0, 1)),
  -- True until a new person of a company has replaced the first password. A later reset of the password does not set it
  -- again.
  add column is_invited boolean not null default false;

-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table "user" no force row level security;

-- For older rows, the last editor is the only hint who disabled a person.
update "user" u
set disabled_by = (
  u.cust_id is not null
  and exists (
    select
    from "user" x
    where x.tenant_id = u.tenant_id and x.cust_id = u.cust_id and x.user_id = u.updated_by
  )
)::int
where u.status = 1;

update "user"
set is_invited = true
where cust_id is not null and must_change_password;

alter table "user" force row level security;

-- Several programs write users. A command that disables a person for the company sets `disabled_by` itself.
create function user_person() returns trigger language plpgsql as $$
begin
  if new.status <> 1 then
    new.disabled_by := null;
  else
    new.disabled_by := coalesce(new.disabled_by, 0);
  end if;
  if tg_op = 'INSERT' then
    new.is_invited := new.cust_id is not null and new.must_change_password;
  else
    new.is_invited := new.is_invited and new.must_change_password;
  end if;
  return new;
end $$;

create trigger user_person
  before insert or update on "user"
  for each row
  execute function user_person();

select app_script_view('users', '"user"', '{password_hash,must_change_password}');
