-- Hash of what a checkout ordered, and of who ordered. A second checkout with the same key and another content is
-- refused. Null: the checkout is older than this column.

alter table checkout add column content_hash text;
