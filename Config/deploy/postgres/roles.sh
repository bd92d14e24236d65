#!/bin/bash
# What the first primary of a cluster begins with, run once by the image of PostgreSQL: who may replicate it, and the database,
# which a plain role owns. Needs REPLICATION_PASSWORD and HEARTH_PASSWORD.
set -e

psql -X -v ON_ERROR_STOP=1 -U postgres <<'EOF'
\getenv replication REPLICATION_PASSWORD
\getenv hearth HEARTH_PASSWORD
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'replication';
CREATE ROLE hearth LOGIN PASSWORD :'hearth';
CREATE DATABASE hearth OWNER hearth;
-- Whoever is the primary waits for the other before it says that something is committed. Set last: from the next start on.
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (postgres1, postgres2)';
EOF
echo "host replication replication all scram-sha-256" >>"$PGDATA/pg_hba.conf"
