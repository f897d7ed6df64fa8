-- What goods sold lately is read with every product list: by goods and day, without the lines themselves.

create index customer_order_line_sold on customer_order_line (tenant_id, goods_id, created_date) include (order_qty);

drop index customer_order_line_goods;

-- The parcels that are under way, for whoever asks the carriers.
create index customer_order_parcel on customer_order (tenant_id, express_no) where express_no is not null;
