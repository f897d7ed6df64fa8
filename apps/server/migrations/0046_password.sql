-- Passwords: earlier passwords, forced changes, and resets by mail.

-- The user must change the password before anything else: somebody else has chosen it.
alter table "user" add column must_change_password boolean not null default false;

-- Hashes of earlier passwords, so that a user does not choose one of them again.
create table password_history (
  tenant_id int not null,
  user_id text collate "C" not null,
  replaced_at timestamptz not null,
  password_hash text not null,
  primary key (tenant_id, user_id, replaced_at),
  constraint password_history_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade
);

select app_guard('password_history');

-- Links by which users set a new password. A link is <tenant>.<random>; only its SHA-256 is stored.
create table password_reset (
  tenant_id int not null,
  token_hash text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  constraint password_reset_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade
);

create index password_reset_of_user on password_reset (tenant_id, user_id);

select app_guard('password_reset');
