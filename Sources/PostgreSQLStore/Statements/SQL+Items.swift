// Items and their tombstones.
extension SQL {
    // MARK: Reading

    /// Which changes of items the store knows.
    /// - Columns: history, version of the items, oldest version since which all changes are known int8, bool whether the server
    ///   is a replica; one row.
    static let feedState: Statement = """
        SELECT history, item_version, oldest_version, pg_is_in_recovery() FROM store WHERE key = 1
        """

    /// The items that have changed since a version.
    /// - Parameters: 1 version int8, 2 limit int8.
    /// - Columns: packed bytea, opened_by int4.
    static let changedItems: Statement = """
        SELECT packed, opened_by FROM item WHERE version > $1::int8 ORDER BY version LIMIT $2::int8
        """

    /// The items that were removed since a version.
    /// - Parameters: 1 version int8, 2 limit int8.
    /// - Columns: kind text, id text.
    static let tombstonesAfter: Statement = """
        SELECT kind, id FROM tombstone WHERE version > $1::int8 ORDER BY version LIMIT $2::int8
        """

    // MARK: Changing

    /// Items by their ids.
    /// - Parameters: 1 kinds text[], 2 ids text[].
    /// - Columns: number of the id int8 (from 1 on), opened_by int4, packed bytea; of those that are there.
    static let readItems: Statement = """
        SELECT given.number, item.opened_by, item.packed
        FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (kind, id, number)
        \(lookUp("item", where: "item.kind = given.kind AND item.id = given.id"))
        """

    /// Adds or replaces items.
    /// - Parameters: 1 version int8; arrays of one length: 2 kinds text[], 3 ids text[], 4 opened_by int8[], 5 packed bytea[].
    static let putItems: Statement = """
        INSERT INTO item (kind, id, version, opened_by, packed)
        SELECT kind, id, $1::int8, opened_by, packed
        FROM unnest($2::text[], $3::text[], $4::int8[], $5::bytea[]) AS given (kind, id, opened_by, packed)
        ON CONFLICT (kind, id) DO UPDATE
        SET version = excluded.version, opened_by = excluded.opened_by, packed = excluded.packed
        """

    /// Removes items.
    /// - Parameters: arrays of one length: 1 kinds text[], 2 ids text[].
    static let removeItems: Statement = """
        DELETE FROM item USING unnest($1::text[], $2::text[]) AS given (kind, id)
        WHERE item.kind = given.kind AND item.id = given.id
        """

    /// Remembers removals.
    /// - Parameters: 1 version int8, 2 int8 when, in Unix seconds; arrays of one length: 3 kinds text[], 4 ids text[].
    static let putTombstones: Statement = """
        INSERT INTO tombstone (kind, id, version, removed_at)
        SELECT kind, id, $1::int8, $2::int8 FROM unnest($3::text[], $4::text[]) AS given (kind, id)
        ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, removed_at = excluded.removed_at
        """

    /// Forgets the removals of items that have returned.
    /// - Parameters: arrays of one length: 1 kinds text[], 2 ids text[].
    static let removeTombstones: Statement = """
        DELETE FROM tombstone USING unnest($1::text[], $2::text[]) AS given (kind, id)
        WHERE tombstone.kind = given.kind AND tombstone.id = given.id
        """

    /// Forgets the oldest removals, version by version, as far as they were before a moment.
    /// - Parameters: 1 int8 the moment, in Unix seconds.
    static let removeExpiredTombstones: Statement = """
        WITH expired AS MATERIALIZED (
            SELECT max(version) AS version
            FROM (
                SELECT version, removed_at FROM tombstone
                WHERE (SELECT removed_at FROM tombstone ORDER BY version LIMIT 1) < $1::int8
                ORDER BY version LIMIT 10000
            ) AS oldest
            WHERE removed_at < $1::int8
        ), removed AS (
            DELETE FROM tombstone WHERE version <= (SELECT version FROM expired)
        )
        UPDATE store SET oldest_version = greatest(oldest_version, expired.version)
        FROM expired WHERE store.key = 1 AND expired.version IS NOT NULL
        """
}
