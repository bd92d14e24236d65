import Catalogue

/// The tables of a PostgreSQL store.
///
/// Texts are compared byte by byte (`COLLATE "C"`), whatever the database's own order is.
enum Tables {
    /// The tables, without the indexes of ``itemIndexes``. The pages of `store` have room for many versions of its row, which
    /// each writer locks until the end of its transaction: versions and positions grow in the order of the commits.
    ///
    /// The columns of `store` that ``Catalogue/StoredTable`` does not have: `event_position`, the position of the last event;
    /// `timeline`, the primary's when the versions last began anew, as they do with each promotion.
    static let script = """
        CREATE TABLE item (\(columns(.item)));
        CREATE TABLE tombstone (\(columns(.tombstone)), PRIMARY KEY (kind, id));
        CREATE INDEX tombstone_by_version ON tombstone (version) INCLUDE (removed_at);
        CREATE TABLE app_user (\(columns(.user)), PRIMARY KEY (id));
        CREATE TABLE event (\(columns(.event)), PRIMARY KEY (position));
        CREATE INDEX event_by_user ON event (user_id);
        CREATE INDEX event_by_time ON event (at);
        CREATE TABLE store (
            key smallint PRIMARY KEY CHECK (key = 1), \(columns(.store)),
            event_position bigint NOT NULL, timeline bigint NOT NULL
        ) WITH (fillfactor = 10);
        """

    /// The indexes of the items, which are built faster once the table is filled.
    static let itemIndexes = """
        ALTER TABLE item ADD PRIMARY KEY (kind, id);
        CREATE INDEX item_by_version ON item (version);
        """

    /// Inserts the row of a new store. The signing key has 366 bits from the server's strong source, as 32 bytes.
    static let newStore = """
        INSERT INTO store (key, event_position, timeline, \(StoredTable.store.columnNames)) VALUES (
            1, 0, \(SQL.timeline), \(PostgreSQLStore.randomHistory), 0, 0, 0, 1, 0,
            sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
        );
        """

    private static func columns(_ table: StoredTable) -> String {
        table.definitions { type in
            switch type {
            case .int16: "smallint"
            case .int32: "integer"
            case .int64: "bigint"
            case .text: #"text COLLATE "C""#
            case .bytes: "bytea"
            }
        }
    }
}
