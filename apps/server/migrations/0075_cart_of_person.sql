-- Each person of a company has a cart. Before, all people of a company shared one.

alter table cart_line add column user_id text collate "C";

-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table cart_line no force row level security;
alter table "user" no force row level security;

-- A line goes to the person who put it into the cart. If that person left the company, the line goes to the company's
-- first person.
update cart_line c
set user_id = coalesce(
  (
    select u.user_id
    from "user" u
    where u.tenant_id = c.tenant_id and u.cust_id = c.cust_id and u.user_id = c.created_by
  ),
  (
    select u.user_id
    from "user" u
    where u.tenant_id = c.tenant_id and u.cust_id = c.cust_id
    order by u.status, coalesce(u.created_date, '-infinity'), u.user_id
    limit 1
  )
);

-- Nobody can open the cart of a company without people.
delete from cart_line where user_id is null;

alter table cart_line force row level security;
alter table "user" force row level security;

alter table cart_line
  alter column user_id set not null,
  add constraint cart_line_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade;

drop index cart_line_same;

-- Adding the same configuration again raises the quantity of the first line.
create unique index cart_line_same on cart_line (
  tenant_id,
  cust_id,
  user_id,
  goods_id,
  oem_name,
  (coalesce(mold_kind, '')),
  side_type,
  magnet
);

-- For the deletion of a user.
create index cart_line_user on cart_line (tenant_id, user_id);
