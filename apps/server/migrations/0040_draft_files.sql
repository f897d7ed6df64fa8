-- A draft is a file that was uploaded for a row which did not exist yet. Only its uploader sees it, until a row that
-- the uploader writes names the file. Otherwise a file could be hung on a row that somebody else creates later.
alter table file_info add column is_draft boolean not null default false;

-- Uploads without an owner are removed after a day. Older ones stay, because rows may name them by their paths.
alter table file_info no force row level security;
update file_info set owner_table = 'UPLOAD' where owner_table is null;
alter table file_info force row level security;
