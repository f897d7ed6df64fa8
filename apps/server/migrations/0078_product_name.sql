-- Names of products in traditional Chinese and English. Null: the name in simplified Chinese is shown.
alter table product
  add column goods_name_tw text,
  add column goods_name_en text;

select app_script_view('product', 'product');

-- An order keeps the names that held when it was made.
alter table customer_order_line
  add column goods_name_tw text,
  add column goods_name_en text;

select app_script_view('customer_order_line', 'customer_order_line');
