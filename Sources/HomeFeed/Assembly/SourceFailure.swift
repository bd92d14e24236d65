import PropertyStore
import Recommendations

/// A widget that could not be loaded, for the log.
public struct SourceFailure: Hashable, Sendable {
    /// The widget's id.
    public let widget: String
    /// What went wrong, for whoever runs the server.
    public let reason: String

    init(widget: String, _ error: SourceError) {
        self.widget = widget
        reason =
            switch error {
            case .store(let error), .recommendations(.store(let error)): "the property store: \(error)"
            case .recommendations(let error): "the recommendation service: \(error)"
            }
    }
}
