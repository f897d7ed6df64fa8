-- Correcting counts and scrapping molds need rights of their own: BS101:C and BS101:S.

-- The owner sees the rows of all tenants only while the policies are not forced on it.
alter table role_right no force row level security;

-- A role that could do both by its right to modify molds keeps doing so. Each tenant may revoke it.
insert into role_right (tenant_id, role_code, authority)
select r.tenant_id, r.role_code, x.authority
from role_right r, unnest(array['BS101:C', 'BS101:S']) x (authority)
where r.authority = 'BS101:M'
on conflict do nothing;

alter table role_right force row level security;

-- The rights are granted above, so the start of the server need not grant them. A new installation knows no right yet.
insert into known_right (authority)
select x.authority
from unnest(array['BS101:C', 'BS101:S']) x (authority)
where exists (select from known_right)
on conflict do nothing;
