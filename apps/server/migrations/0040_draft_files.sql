-- A draft is a file that was uploaded for a row which did not exist yet. Only its uploader sees it, until a row that
-- the uploader writes names the file. Otherwise a file could be hung on a row that somebody else creates later.
alter table file_info add column is_draft boolean not null default false;
