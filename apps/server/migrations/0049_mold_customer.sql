-- The customer of a mold is a reference. Before, it could be any text.

-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table mold no force row level security;
alter table customer no force row level security;

-- A text that is not the id of a customer moves to the remark.
update mold m
set
  remark = concat_ws(' · ', 'CUST_ID ' || m.cust_id, nullif(m.remark, '')),
  cust_id = null
where m.cust_id is not null
  and not exists (
    select from customer c where c.tenant_id = m.tenant_id and c.cust_id = m.cust_id
  );

alter table mold force row level security;
alter table customer force row level security;

alter table mold
  add constraint mold_cust_id foreign key (tenant_id, cust_id) references customer (tenant_id, cust_id);
create index mold_cust_id on mold (tenant_id, cust_id) where cust_id is not null;
