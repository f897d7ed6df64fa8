-- The quarantine as one list: who sent an item, how often it came again, and who discarded it.

alter table quarantine
  -- Sender of input that did not become a reading, for example "gateway 5f3a…" (first letters of its key's hash).
  add column sender text,
  -- API that the input came through, as in reading.
  add column channel smallint,
  -- Hash of the input. The same input is stored once, and counted in "repeats" when it is received again.
  add column payload_hash text,
  add column repeats int not null default 0,
  -- The input was too long to be stored whole.
  add column is_cut boolean not null default false,
  add column discarded_at timestamptz,
  add column discarded_by text,
  add column discard_reason text;

create unique index quarantine_payload on quarantine (tenant_id, payload_hash)
  where payload_hash is not null;

-- Counts the undecided input of a tenant and of a sender against their limits.
create index quarantine_undecided on quarantine (tenant_id, sender)
  where payload is not null and released_at is null and discarded_at is null;

-- Input beyond the limits of the quarantine. It is counted here and not stored.
create table quarantine_cut (
  tenant_id int not null,
  sender text not null,
  items bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, sender)
);

select app_guard('quarantine_cut');

-- Roles that could see or release quarantined readings on the counter log can do it on the new screen.
-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table role_right no force row level security;

insert into role_right (tenant_id, role_code, authority)
select tenant_id, role_code, replace(authority, 'CT102:', 'CT103:')
from role_right
where authority in ('CT102:Q', 'CT102:M')
on conflict do nothing;

alter table role_right force row level security;
