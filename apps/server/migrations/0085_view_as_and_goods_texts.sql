-- "View as this user": a session of an administrator that reads what another user sees. Null: the session acts for the
-- user who signed in. Such a row has the session id of the administrator's session, so that both end together.
alter table session
  add column viewed_user text collate "C",
  add constraint session_viewed_user
    foreign key (tenant_id, viewed_user) references "user" (tenant_id, user_id) on delete cascade;

create index session_of_viewed_user on session (tenant_id, viewed_user) where viewed_user is not null;

-- Unit and description of products in traditional Chinese and English. Null: the text in simplified Chinese is shown.
alter table product
  add column goods_unit_tw text,
  add column goods_unit_en text,
  add column remark_tw text,
  add column remark_en text;

select app_script_view('product', 'product');
