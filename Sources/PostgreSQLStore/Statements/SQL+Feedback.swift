extension SQL {
    /// The oldest feedback.
    /// - Parameters: 1 limit int8.
    /// - Columns: position int8, user text, at int8, kind int2, item text?, ``criteria`` (types int8?), in order.
    static let feedbackText = """
        SELECT position, user_id, at, kind, item, \(criteria) FROM feedback ORDER BY position LIMIT $1::int8
        """

    /// How much feedback has gone for want of room.
    /// - Columns: int8, one row.
    static let lostFeedbackText = "SELECT lost_feedback FROM store WHERE key = 1"

    /// Forgets feedback.
    /// - Parameters: 1 position int8 up to which, itself included.
    static let acknowledgeFeedbackText = "DELETE FROM feedback WHERE position <= $1::int8"

    /// Lets the oldest go that there is no room for, and counts it. Runs after whatever has added some.
    /// - Parameters: 1 int8 how far the newest may be ahead of the oldest that is kept.
    static let pruneFeedbackText = """
        WITH gone AS (
            DELETE FROM feedback WHERE position <= (SELECT max(position) FROM feedback) - $1::int8 RETURNING position
        )
        UPDATE store SET lost_feedback = lost_feedback + (SELECT count(*) FROM gone)
        WHERE key = 1 AND EXISTS (SELECT FROM gone)
        """
}
