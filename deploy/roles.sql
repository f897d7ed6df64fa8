-- Roles and database of Shotkeeper in PostgreSQL. Run it as a superuser; it asks nothing and changes nothing that exists:
--   psql -v owner="'…'" -v serve="'…'" -v backup="'…'" -f roles.sql
-- Each value is a password in single quotes.
-- sql-readers.sql beside it follows after the first start if tenants get readers for SQL tools.
\set ON_ERROR_STOP on

-- Owns the schema and migrates it at the start (DATABASE_OWNER_URL). It creates the role shotkeeper_app, under which
-- the server works, and the login role of scripts.
create role shotkeeper_owner login createrole password :owner;

-- Serves requests (DATABASE_URL). It owns nothing; the server makes it a member of shotkeeper_app at the first start.
create role shotkeeper_serve login password :serve;

-- Reads all rows for pg_dump. Row-level security binds even the owner, so without BYPASSRLS a dump fails or is empty.
create role shotkeeper_backup login bypassrls password :backup;
grant pg_read_all_data to shotkeeper_backup;

create database shotkeeper owner shotkeeper_owner encoding 'UTF8' template template0;
revoke connect on database shotkeeper from public;
grant connect on database shotkeeper to shotkeeper_serve, shotkeeper_backup;
