-- Log-ins: counted attempts, known devices, and captchas with a proof of work.

-- Counted attempts to log in, by account, address, network and device. No row-level security: the tenant is not known
-- before the log-in. A key is a hash, because people type passwords into the field of the user name.
create table login_attempt (
  attempt_key text collate "C" primary key,
  -- Number of attempts. It decreases with time.
  level double precision not null,
  last_at timestamptz not null,
  -- The next attempt is judged from this time on.
  free_at timestamptz
);

create index login_attempt_last on login_attempt (last_at);

grant select, insert, update, delete on login_attempt to shotkeeper_app;

-- Counts an attempt under all keys, or under none if one of them must wait. Returns the seconds to wait; 0 means that
-- the attempt may be judged. The keys must be sorted, so that concurrent attempts lock the rows in the same order.
-- allowances: attempts without a delay. drains: seconds after which one attempt is forgotten. longest: maximum delay, s.
create function app_count_login(
  keys text[],
  allowances int[],
  drains int[],
  longest int[],
  at timestamptz
) returns int language plpgsql as $$
declare
  wait int;
begin
  insert into login_attempt as a (attempt_key, level, last_at)
    select k, 0, at from unnest(keys) k
    on conflict (attempt_key) do update set attempt_key = excluded.attempt_key;
  -- A delay above the longest one comes from a clock that was wrong. It is ignored.
  select coalesce(ceil(extract(epoch from max(a.free_at) - at)), 0) into wait
    from unnest(keys, longest) k (attempt_key, longest)
    join login_attempt a on a.attempt_key = k.attempt_key
    where a.free_at > at and a.free_at <= at + make_interval(secs => k.longest);
  if wait > 0 then
    return wait;
  end if;
  update login_attempt a
    set level = n.level,
      last_at = at,
      -- The delay doubles with each attempt above the allowance.
      free_at = case
        when round(n.level) >= n.allowance then
          at + make_interval(secs => least(n.longest, 60 * power(2, least(round(n.level) - n.allowance, 30))))
      end
    from (
      select
        k.attempt_key,
        k.allowance,
        k.longest,
        1 + greatest(0, old.level - greatest(0, extract(epoch from at - old.last_at)) / k.drain) as level
      from unnest(keys, allowances, drains, longest) k (attempt_key, allowance, drain, longest)
      join login_attempt old on old.attempt_key = k.attempt_key
    ) n
    where a.attempt_key = n.attempt_key;
  return 0;
end $$;

drop table login_failure;

-- Browsers that have logged in as a user. Their attempts are counted apart from those of strangers.
create table login_device (
  tenant_id int not null,
  device_hash text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (tenant_id, device_hash),
  constraint login_device_user_id
    foreign key (tenant_id, user_id) references "user" (tenant_id, user_id) on delete cascade
);

create index login_device_of_user on login_device (tenant_id, user_id, used_at);

select app_guard('login_device');

-- Leading zero bits that the captcha's proof of work must have.
alter table captcha add column difficulty int not null default 0;
