-- Orders that start within an hour.

-- Shots of the mold in the hour of the start that were known when the order started; they do not count for the order.
-- Null: nothing of that hour counts, because another order ended in it, or the order is older than this column.
alter table production_order add column start_shots bigint;

select app_script_view('production_order', 'production_order');
