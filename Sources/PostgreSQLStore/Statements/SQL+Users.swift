// Users' records and events.
extension SQL {
    /// The record of a user.
    /// - Parameters: 1 user text.
    /// - Columns: record bytea.
    static let userRecord: Statement = "SELECT record FROM app_user WHERE id = $1::text"

    /// Records of users.
    /// - Parameters: 1 users text[].
    /// - Columns: number of the user int8 (from 1 on), record bytea; of those who have one.
    static let readRecords: Statement = """
        SELECT given.number, app_user.record
        FROM unnest($1::text[]) WITH ORDINALITY AS given (id, number)
        \(lookUp("app_user", where: "app_user.id = given.id"))
        """

    /// Adds or replaces records.
    /// - Parameters: arrays of one length: 1 users text[], 2 records bytea[].
    static let putRecords: Statement = """
        INSERT INTO app_user (id, record)
        SELECT id, record FROM unnest($1::text[], $2::bytea[]) AS given (id, record)
        ON CONFLICT (id) DO UPDATE SET record = excluded.record
        """

    /// Removes records.
    /// - Parameters: 1 users text[].
    static let removeRecords: Statement = "DELETE FROM app_user WHERE id = ANY ($1::text[])"

    /// The events behind a position.
    /// - Parameters: 1 position int8, 2 limit int8.
    /// - Columns: position int8, user text, type int2, packed bytea, at int8; in order.
    static let events: Statement = """
        SELECT position, user_id, type, packed, at FROM event WHERE position > $1::int8 ORDER BY position LIMIT $2::int8
        """

    /// Deletes all events of users.
    /// - Parameters: 1 users text[].
    static let removeEventsOfUsers: Statement = "DELETE FROM event WHERE user_id = ANY ($1::text[])"

    /// Deletes events before a moment.
    /// - Parameters: 1 int8 the moment, in Unix seconds, 2 int8 how many at most.
    static let removeEventsBefore: Statement = """
        DELETE FROM event
        WHERE position = ANY (ARRAY(SELECT position FROM event WHERE at < $1::int8 ORDER BY at LIMIT $2::int8))
        """

    /// Appends events.
    /// - Parameters: arrays of one length: 1 positions int8[], 2 users text[], 3 types int8[], 4 packed bytea[], 5 moments
    ///   int8[].
    static let addEvents: Statement = """
        INSERT INTO event (position, user_id, type, packed, at)
        SELECT * FROM unnest($1::int8[], $2::text[], $3::int8[], $4::bytea[], $5::int8[])
        """
}
