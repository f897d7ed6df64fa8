-- Largest total size of a tenant's files in MB. Null: the server's setting TENANT_STORAGE_MB.
alter table tenant add column storage_mb int check (storage_mb > 0);

grant update (storage_mb) on tenant to shotkeeper_app;

select app_script_view('tenant', 'tenant', '{au_id,demo,logo}');

-- The job that removes files without an owner looks for them.
create index file_info_old on file_info (tenant_id, created_date);
