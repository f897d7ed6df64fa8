-- A view that is there already is made anew: its table has got columns since.
create or replace function app_script_view(view_name text, tab regclass, hidden text[] default '{}') returns void language plpgsql as $$
declare
  names text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into names from pg_attribute
    where attrelid = tab and attnum > 0 and not attisdropped and attname <> 'tenant_id' and attname <> all (hidden);
  execute format('drop view if exists script.%I', view_name);
  execute format('create view script.%I with (security_barrier) as select %s from %s where tenant_id = app_tenant()', view_name, names, tab);
  execute format('grant select on script.%I to shotkeeper_script', view_name);
end $$;

select app_script_view('users', '"user"', '{password_hash}'), app_script_view('counter', 'counter', '{secret_hash}'),
  app_script_view('tenant', 'tenant', '{au_id,demo,logo}');

select app_script_view(t, t::regclass) from unnest(array['organization', 'mold', 'maintenance_task', 'warning', 'production_order',
  'customer', 'product', 'device', 'mold_document',
  'notice_template', 'notice_rule', 'notice_outbox',
  'checklist', 'spare_part', 'part_move', 'mold_appoint',
  'inventory_count', 'inventory_line', 'mold_trial',
  'mold_stay', 'mold_return_note', 'mold_forecast',
  'customer_oem', 'customer_address', 'customer_order', 'customer_order_line', 'order_voucher', 'invoice', 'invoice_line',
  'new_mold_plan', 'new_mold_milestone', 'new_mold_modification']) t;
