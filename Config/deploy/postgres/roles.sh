#!/bin/bash
# Initializes the first primary of a cluster, run once by the PostgreSQL image: the replication role, and the database,
# owned by an ordinary role. Needs REPLICATION_PASSWORD and HEARTH_PASSWORD.
set -e

psql -X -v ON_ERROR_STOP=1 -U postgres <<'EOF'
\getenv replication REPLICATION_PASSWORD
\getenv hearth HEARTH_PASSWORD
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'replication';
CREATE ROLE hearth LOGIN PASSWORD :'hearth';
CREATE DATABASE hearth OWNER hearth;
-- The primary confirms a commit once the other server has it. Set last: takes effect at the next start.
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (postgres1, postgres2)';
EOF
echo "host replication replication all scram-sha-256" >>"$PGDATA/pg_hba.conf"
