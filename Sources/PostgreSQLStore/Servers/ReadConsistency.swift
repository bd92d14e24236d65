import Catalogue

/// Which of the changes that are known a read has to see.
enum ReadConsistency {
    /// None.
    case any
    /// Those of items.
    case items
    /// Those of this user's record.
    case record(of: UserID)
    /// All, as only the primary has them.
    case latest
}
