-- The unit of an order's products in traditional Chinese and English. An order keeps the units that held when it was
-- made. Null: the unit in simplified Chinese is shown.
alter table customer_order_line
  add column goods_unit_tw text,
  add column goods_unit_en text;

-- Earlier orders take the translations of the product, unless its unit was changed since.
alter table customer_order_line no force row level security;
alter table product no force row level security;

update customer_order_line l
set goods_unit_tw = p.goods_unit_tw, goods_unit_en = p.goods_unit_en
from product p
where p.tenant_id = l.tenant_id
  and p.goods_id = l.goods_id
  and p.goods_unit = l.goods_unit
  and coalesce(p.goods_unit_tw, p.goods_unit_en) is not null;

alter table customer_order_line force row level security;
alter table product force row level security;

select app_script_view('customer_order_line', 'customer_order_line');
