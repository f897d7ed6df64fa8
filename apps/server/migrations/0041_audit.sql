-- Audit: address and device of each log entry, and a hash chain over the log of each tenant (decision 21).

-- xid is the transaction that wrote the entry. The job that chains entries reads those of newer transactions only.
alter table system_log
  add column client_address text,
  add column client_device text,
  add column xid xid8 not null default pg_current_xact_id();

create index system_log_xid on system_log (tenant_id, xid);

-- The chain: number and hash of each log entry, in the order in which the job found them.
-- It is a table of its own because log entries are never updated.
create table audit_line (
  tenant_id int not null,
  seq bigint not null,
  log_id bigint not null,
  hash bytea not null,
  primary key (tenant_id, seq),
  constraint audit_line_log_id
    unique (tenant_id, log_id)
);

select app_guard('audit_line');

-- Append-only, like the log itself.
revoke update, delete on audit_line from shotkeeper_app;

-- End of each tenant's chain. Entries of transactions before low_xid are all chained.
create table audit_head (
  tenant_id int not null primary key,
  seq bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  low_xid xid8 not null default '0',
  -- Last number that the syslog receiver has accepted.
  sent_seq bigint not null default 0,
  -- Outcome of the latest check. broken_seq is the first line that does not fit.
  checked_at timestamptz,
  checked_seq bigint,
  broken_seq bigint,
  broken_reason text
);

select app_guard('audit_head');

revoke delete on audit_head from shotkeeper_app;

-- Scripts see address and device. The number of a transaction says nothing to them.
select app_script_view('system_log', 'system_log', '{before,after,xid}');
