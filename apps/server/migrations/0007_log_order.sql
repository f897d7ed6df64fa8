-- The log is read newest first, over all or of one person; when somebody logged in last is a look at one entry.

create index system_log_at on system_log (tenant_id, at desc, log_id);

create index system_log_login on system_log (tenant_id, user_id, at desc) where action = 'login';
