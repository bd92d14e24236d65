import PropertyStore
import Recommendations

/// How one load went while a home was made, for whoever measures and logs.
public struct SourceLoad: Sendable {
    /// The id of the widget that it was for; `nil` for what the whole home needs.
    public let widget: String?
    /// What was loaded: the kind of the source, or ``user``.
    public let source: String
    /// How long it took.
    public let duration: Duration
    /// What went wrong, for whoever runs the server; `nil` where nothing did.
    public let failure: String?

    /// What is known of the user, read once for the whole home.
    public static let user = "user"

    /// The kinds of sources, and ``user``: every value that ``source`` can have.
    public static let sources = [user] + SourceTable.kinds.map { $0.kind }

    /// Loads with `body`, and notes how it went.
    static func measure<Value, Failure: Error>(
        _ source: String,
        for widget: String?,
        note: (SourceLoad) -> Void,
        explain: (Failure) -> String,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let start = ContinuousClock.now
        do {
            let value = try await body()
            note(SourceLoad(widget: widget, source: source, duration: ContinuousClock.now - start, failure: nil))
            return value
        } catch {
            note(
                SourceLoad(
                    widget: widget,
                    source: source,
                    duration: ContinuousClock.now - start,
                    failure: explain(error)
                )
            )
            throw error
        }
    }
}

extension SourceError {
    /// What went wrong, for whoever runs the server.
    var explanation: String {
        switch self {
        case .store(let error), .recommendations(.store(let error)): "the property store: \(error)"
        case .recommendations(let error): "the recommendation service: \(error)"
        }
    }
}
