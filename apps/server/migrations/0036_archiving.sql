-- Archiving of counters, machines, customers and products.

-- Time at which a row was archived. Null: the row is in use.
alter table counter add column archived_date timestamptz;
alter table device add column archived_date timestamptz;
alter table customer add column archived_date timestamptz;
alter table product add column archived_date timestamptz;

select app_script_view('counter', 'counter', '{secret_hash}');
select app_script_view('device', 'device');
select app_script_view('customer', 'customer');
select app_script_view('product', 'product');
