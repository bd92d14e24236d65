/// The statements of ``PostgreSQLStore``.
///
/// A connection prepares each statement once, with the settings of ``SessionSettings``, and reads rows in binary format. A comment lists
/// the parameters and the columns of each, in PostgreSQL's types; a `?` marks a column that may be null.
enum SQL {
    /// Joins the rows of a table that a look-up by an index finds. `OFFSET 0` keeps other conditions out of it: otherwise a
    /// plan that was made while the table was small, or without statistics, might read all of the table.
    static func lookUp(_ table: String, where found: String) -> String {
        "CROSS JOIN LATERAL (SELECT * FROM \(table) WHERE \(found) OFFSET 0) AS \(table)"
    }
}
