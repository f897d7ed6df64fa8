-- Look-up of the orders that a bank statement may pay: by the number that a transfer names, and all open ones.

-- Statements name numbers without regard to capital letters. A condition with upper() could not use an index below
-- row-level security, because the function is not leakproof. So the capital letters are stored.
alter table customer_order
  add column number_key text collate "C" not null generated always as (upper(order_no)) stored;

create index customer_order_number_key on customer_order (tenant_id, number_key);

create index customer_order_open on customer_order (tenant_id, order_date)
  where open_amount > 0 and order_stat >= 0;

select app_script_view('customer_order', 'customer_order', '{number_key}');
