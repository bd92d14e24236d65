import Catalogue
import JSON

/// How long clients can use a home.
struct FreshnessConfig: Sendable {
    /// The seconds until a client asks again, if nothing on the home ends before.
    private var refreshAfter: Int64 = 300
    /// The seconds after that in which a client may still show the home while it asks.
    private var staleWhileRevalidate: Int64 = 86_400

    /// Reads `{"refreshAfter": "5m", "staleWhileRevalidate": "1d"}`.
    init(reading object: inout CheckedObject) {
        refreshAfter = object.optional("refreshAfter")?.timeSpan() ?? refreshAfter
        staleWhileRevalidate = object.optional("staleWhileRevalidate")?.timeSpan() ?? staleWhileRevalidate
    }

    /// For a home that is made at `now` and changes at `change`. Both results are in seconds, with the
    /// semantics of RFC 5861, section 3.
    func freshness(at now: Instant, until change: Instant) -> (refreshAfter: Int, staleWhileRevalidate: Int) {
        (Int(min(refreshAfter, max(1, change.seconds(since: now)))), Int(staleWhileRevalidate))
    }
}

extension SegmentConfig {
    /// ``Instant/distantFuture`` if no gate opens or closes after `now`.
    func nextChange(after now: Instant) -> Instant { changes.first { $0 > now } ?? .distantFuture }
}

extension Gate {
    /// The moments at which it may open or close.
    var changes: [Instant] {
        switch self {
        case .condition(.window(let window)): [window.from, window.to].compactMap(\.self)
        case .condition: []
        case .not(let gate): gate.changes
        case .all(let gates), .any(let gates): gates.flatMap(\.changes)
        }
    }
}
