-- Single sign-on by OpenID Connect: the provider of a tenant, linked users, and sign-ins under way.

-- The provider of a tenant. `client_secret` is sealed (kernel/secrets.ts).
create table sso_setting (
  tenant_id int primary key,
  mode text not null,
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  label text not null,
  scope text not null,
  role_claim text,
  -- Array of {"value", "role"}. The first value that the claim contains gives the role.
  role_map jsonb not null,
  default_role text,
  mail_domain text,
  creates_users boolean not null,
  links_by_mail boolean not null,
  updated_by text,
  updated_date timestamptz
);

select app_guard('sso_setting');

-- Accounts at the provider that sign in as a user. The subject identifies the account, never the mail address.
create table user_sso (
  tenant_id int not null,
  user_id text collate "C" not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  -- True: the provider's account created the user, and its claims decide the role at each sign-in.
  is_managed boolean not null,
  linked_at timestamptz not null,
  primary key (tenant_id, user_id),
  constraint user_sso_subject
    unique (tenant_id, issuer, subject),
  constraint user_sso_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade
);

select app_guard('user_sso');

-- Sign-ins whose answer the provider has not sent yet. `state` is <tenant>.<random>; only its SHA-256 is stored.
create table sso_flow (
  tenant_id int not null,
  state_hash text collate "C" not null,
  -- SHA-256 of a secret that only the browser which began the sign-in knows.
  browser_hash text not null,
  nonce text not null,
  code_verifier text not null,
  redirect_uri text not null,
  dev_type text not null,
  remember boolean not null,
  expires_at timestamptz not null,
  primary key (tenant_id, state_hash)
);

select app_guard('sso_flow');

-- Users of this role sign in by the provider only.
alter table role add column require_sso boolean not null default false;

select app_script_view('role', 'role');
