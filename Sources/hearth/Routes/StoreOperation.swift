import Catalogue

/// An operation of the store while a server runs. Raw values are labels of metrics.
enum StoreOperation: String, CaseIterable {
    /// All items are read.
    case readItems = "read_items"
    /// Changes of items are read.
    case readChanges = "read_changes"
    /// A user's record is read.
    case readUser = "read_user"
    /// A user's events are appended.
    case appendEvents = "append_events"
    /// A user's record and events are deleted.
    case forgetUser = "forget_user"
    /// Events past their retention are deleted.
    case deleteEvents = "delete_events"

    /// The operation of a user cache.
    init(_ operation: UserCache.Operation) {
        self =
            switch operation {
            case .read: .readUser
            case .append: .appendEvents
            case .forget: .forgetUser
            }
    }

    /// Whether it changes the store.
    var isWrite: Bool {
        switch self {
        case .appendEvents, .forgetUser, .deleteEvents: true
        case .readItems, .readChanges, .readUser: false
        }
    }
}
