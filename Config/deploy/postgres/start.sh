#!/bin/bash
# Starts one of a cluster's servers, by the image of PostgreSQL: as what it was, or where it has nothing yet, as BEGINS_AS says, a
# primary with what roles.sh makes or a replica with what the primary has. Needs NAME, postgres1 or postgres2.
set -eu

if [[ ! -e $PGDATA && $BEGINS_AS == replica ]]; then
    # A copy that was interrupted is none.
    rm -rf "$PGDATA.part"
    # Whichever of the two is the primary is followed, also when that becomes the other. The copy has not the server's name, by
    # which the primary knows whom it waits for: it may never be complete.
    PGPASSWORD=$REPLICATION_PASSWORD pg_basebackup --checkpoint fast --write-recovery-conf --pgdata "$PGDATA.part" \
        --dbname "host=postgres1,postgres2 user=replication target_session_attrs=primary"
    mv "$PGDATA.part" "$PGDATA"
fi

exec docker-entrypoint.sh postgres -c cluster_name="$NAME" -c max_connections=500 \
    -c hot_standby_feedback=on -c wal_keep_size=1GB -c wal_retrieve_retry_interval=500ms
