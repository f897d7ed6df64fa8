#!/bin/sh
# Runs once, in a new database: creates the database user that serves requests. The user of the image owns the schema.
set -e
psql -v ON_ERROR_STOP=1 -v serve="$SERVE_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role shotkeeper_serve login password :'serve';
SQL
