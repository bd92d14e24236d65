/// Raw values are values of the metrics' label `operation`.
public enum StoreOperation: String, CaseIterable, Sendable {
    case open
    case readItems = "read_items"
    case readChanges = "read_changes"
    case readUser = "read_user"
    case readEvents = "read_events"
    case appendEvents = "append_events"
    case forgetUser = "forget_user"
    case deleteHistory = "delete_history"
    case readTotals = "read_totals"
    case readCheckpoint = "read_checkpoint"
    case writeCheckpoint = "write_checkpoint"

    package var isWrite: Bool {
        switch self {
        case .appendEvents, .forgetUser, .deleteHistory, .writeCheckpoint: true
        case .open, .readItems, .readChanges, .readUser, .readEvents, .readTotals, .readCheckpoint: false
        }
    }
}
