-- Organizations, roles, users, and log-ins.

-- Companies and their plants: OEMs, injection plants and mold makers, with the fence around each place.
create table organization (
  tenant_id int not null,
  org_id text collate "C" not null,
  org_name text not null,
  type text not null,
  parent_id text collate "C",
  longitude numeric(10,6),
  latitude numeric(10,6),
  radius int,
  province text,
  city text,
  sort_number int,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, org_id),
  constraint organization_parent_id
    foreign key (tenant_id, parent_id) references organization (tenant_id, org_id)
);

select app_guard('organization');
select app_script_view('organization', 'organization');

-- Roles. data_scope says whether a role sees the whole tenant or its own organization only.
create table role (
  tenant_id int not null,
  role_code text collate "C" not null,
  role_name text not null,
  data_scope text not null,
  remark text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, role_code)
);

select app_guard('role');
select app_script_view('role', 'role');

-- Rights of a role, as <menu>:<action>.
create table role_right (
  tenant_id int not null,
  role_code text collate "C" not null,
  authority text collate "C" not null,
  primary key (tenant_id, role_code, authority),
  constraint role_right_role
    foreign key (tenant_id, role_code) references role (tenant_id, role_code) on delete cascade
);

select app_guard('role_right');
select app_script_view('role_right', 'role_right');

-- Users. A password is stored as an argon2id hash; an empty hash lets nobody in.
create table "user" (
  tenant_id int not null,
  user_id text collate "C" not null,
  user_name text not null,
  nickname text,
  sex int,
  phone text,
  mail text,
  status int not null default 0,
  org_id text collate "C",
  role_code text collate "C",
  -- The customer whose shop log-in this is. Such a user sees that customer's rows and nothing else.
  cust_id text collate "C",
  password_hash text not null default '',
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, user_id),
  constraint user_org_id
    foreign key (tenant_id, org_id) references organization (tenant_id, org_id),
  constraint user_role_code
    foreign key (tenant_id, role_code) references role (tenant_id, role_code),
  constraint user_cust_id
    foreign key (tenant_id, cust_id) references customer (tenant_id, cust_id)
);

select app_guard('"user"');
select app_script_view('users', '"user"', '{password_hash}');

-- WeChat accounts that log in as a user.
create table user_wechat (
  tenant_id int not null,
  user_id text collate "C" not null,
  wechat_id text collate "C" not null,
  bound_at timestamptz not null,
  primary key (tenant_id, user_id),
  constraint user_wechat_wechat_id
    unique (tenant_id, wechat_id),
  constraint user_wechat_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade
);

select app_guard('user_wechat');

-- Sessions. A token is <tenant>.<random>; only its SHA-256 is stored.
create table session (
  tenant_id int not null,
  token_hash text collate "C" not null,
  user_id text collate "C" not null,
  dev_type text not null,
  remember boolean not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- A newer token replaced this one. It still serves requests under way, but takes no second seat of the licence.
  superseded boolean not null default false,
  primary key (tenant_id, token_hash)
);

create index session_of_user on session (tenant_id, user_id);

-- Counts the seats that are taken.
create index session_seat on session (tenant_id, dev_type, seen_at);

select app_guard('session');

-- Captchas that wait for their answer. No row-level security: the tenant is not known before the log-in.
create table captcha (
  captcha_id text primary key,
  answer_hash text not null,
  expires_at timestamptz not null
);

-- Failed log-ins, which lock an account for a while. No row-level security, for the same reason.
create table login_failure (
  tenant_code text not null,
  user_id text not null,
  failures int not null,
  locked_until timestamptz,
  last_at timestamptz not null,
  primary key (tenant_code, user_id)
);

grant select, insert, update, delete on captcha, login_failure to shotkeeper_app;
