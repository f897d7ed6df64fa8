-- A tenant's shop: name, contact and the host name under which visitors reach it. Null: the
-- usual name, no contact, no host name of its own.
alter table tenant
  add column shop_name text,
  add column shop_phone text,
  add column shop_mail text,
  add column shop_host text collate "C";

-- A host name leads to one shop.
create unique index tenant_shop_host on tenant (shop_host);

grant update (shop_name, shop_phone, shop_mail, shop_host) on tenant to shotkeeper_app;

select app_script_view('tenant', 'tenant', '{au_id,demo,logo}');
