-- Second factor: TOTP, recovery codes and passkeys; the second step of a log-in; where sessions come from.

-- TOTP key of a user. `secret` is sealed (kernel/secrets.ts).
create table user_totp (
  tenant_id int not null,
  user_id text collate "C" not null,
  secret text not null,
  created_at timestamptz not null,
  -- Null: the user has not yet entered the first code, so the key is not in force.
  confirmed_at timestamptz,
  -- Time step (30 s) of the last accepted code. Codes of this step and of earlier ones are refused.
  last_step bigint not null default 0,
  primary key (tenant_id, user_id),
  constraint user_totp_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade
);

select app_guard('user_totp');

-- Unused recovery codes, as SHA-256 of 80 random bits. Using a code deletes its row.
create table user_recovery_code (
  tenant_id int not null,
  user_id text collate "C" not null,
  code_hash text collate "C" not null,
  primary key (tenant_id, user_id, code_hash),
  constraint user_recovery_code_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade
);

select app_guard('user_recovery_code');

-- Passkeys (WebAuthn credentials). They hold no secret: the private key never leaves the user's device.
create table user_passkey (
  tenant_id int not null,
  credential_id text collate "C" not null,
  user_id text collate "C" not null,
  passkey_name text not null,
  -- COSE public key, base64url.
  public_key text not null,
  sign_count bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, credential_id),
  constraint user_passkey_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade
);

create index user_passkey_of_user on user_passkey (tenant_id, user_id);

select app_guard('user_passkey');

-- Log-ins that wait for the second step. A ticket is <tenant>.<random>; only its SHA-256 is stored.
create table second_step (
  tenant_id int not null,
  ticket_hash text collate "C" not null,
  user_id text collate "C" not null,
  -- verify: the user proves the second factor. enrol: the user has none and must set one up.
  kind text not null,
  dev_type text not null,
  remember boolean not null,
  method text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, ticket_hash),
  constraint second_step_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade
);

select app_guard('second_step');

-- Tries of second factors. Each try counts before it is judged; a right one deletes the row.
create table second_step_try (
  tenant_id int not null,
  user_id text collate "C" not null,
  tries int not null,
  last_at timestamptz not null,
  primary key (tenant_id, user_id),
  constraint second_step_try_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade
);

select app_guard('second_step_try');

-- Challenges of passkeys that wait for their answer. No row-level security: a log-in by passkey names no tenant.
create table passkey_challenge (
  challenge_hash text collate "C" primary key,
  -- The ticket, session or log-in page for which the challenge was made. Another one cannot use it.
  purpose text not null,
  expires_at timestamptz not null
);

grant select, insert, update, delete on passkey_challenge to shotkeeper_app;

-- Where a session comes from, for the user's list of sessions. The renewal of a token copies these columns.
alter table session
  add column session_id text not null default gen_random_uuid()::text,
  add column signed_in_at timestamptz,
  add column method text not null default 'password',
  add column address text,
  add column agent text;

-- Who needs a second factor.
alter table tenant add column require_second_factor boolean not null default false;

grant update (require_second_factor) on tenant to shotkeeper_app;

select app_script_view('tenant', 'tenant', '{au_id,demo,logo}');

alter table role add column require_second_factor boolean not null default false;

select app_script_view('role', 'role');
