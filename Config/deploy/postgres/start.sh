#!/bin/bash
# Starts a server of a cluster in the PostgreSQL image. A server without data becomes what BEGINS_AS says: a primary,
# initialized by roles.sh, or a replica of the primary. Needs NAME, postgres1 or postgres2.
set -eu

if [[ ! -e $PGDATA && $BEGINS_AS == replica ]]; then
    # Discard an interrupted copy.
    rm -rf "$PGDATA.part"
    # Follows the current primary, also after a promotion. The copy does not use the server's name, so that the primary
    # does not wait for a copy that may never complete.
    PGPASSWORD=$REPLICATION_PASSWORD pg_basebackup --checkpoint fast --write-recovery-conf --pgdata "$PGDATA.part" \
        --dbname "host=postgres1,postgres2 user=replication target_session_attrs=primary"
    mv "$PGDATA.part" "$PGDATA"
fi

exec docker-entrypoint.sh postgres -c cluster_name="$NAME" -c max_connections=500 \
    -c hot_standby_feedback=on -c wal_keep_size=1GB -c wal_retrieve_retry_interval=500ms
