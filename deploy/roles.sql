-- Creates the roles and the database of Shotkeeper in PostgreSQL. Run it as a superuser. It stops at anything that
-- exists:
--   psql -v owner="'…'" -v serve="'…'" -v backup="'…'" -f roles.sql
-- Each value is a password in single quotes.
-- If tenants get readers for SQL tools, run sql-readers.sql after the first start of the server.
\set ON_ERROR_STOP on

-- Role that owns the schema. With this role (DATABASE_OWNER_URL), the server migrates the schema at its start, and
-- creates the role shotkeeper_app, under which the server works, and the login role of scripts.
create role shotkeeper_owner login createrole password :owner;

-- Role with which the server serves requests (DATABASE_URL). This role owns nothing; the server makes it a member of
-- shotkeeper_app at the first start.
create role shotkeeper_serve login password :serve;

-- Role with which pg_dump reads all rows for a backup. Row-level security limits even the owner, so without BYPASSRLS
-- a dump fails or is empty.
create role shotkeeper_backup login bypassrls password :backup;
grant pg_read_all_data to shotkeeper_backup;

create database shotkeeper owner shotkeeper_owner encoding 'UTF8' template template0;
revoke connect on database shotkeeper from public;
grant connect on database shotkeeper to shotkeeper_serve, shotkeeper_backup;
