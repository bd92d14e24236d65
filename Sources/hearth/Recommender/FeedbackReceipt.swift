/// What became of a received event. Raw values are labels of metrics.
enum FeedbackReceipt: String, CaseIterable {
    /// The opening was appended to the store.
    case stored
    /// The store does not have the item; skipped.
    case unknownItem = "unknown_item"
    /// The event is no opening; skipped.
    case otherType = "other_type"
    /// A Hearth over the same store sent it: the store has it already; skipped.
    case ownStore = "own_store"
}
