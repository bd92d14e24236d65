import Bytes
import Synchronization

/// A widget's tracking token, encoded once for all homes that have it.
public final class TrackingToken: Sendable {
    /// The token: ``Tracking/token``.
    public let text: String
    let revision: Revision
    /// The bytes after the digits of a widget's revision: `","tracking":"AQ…"`.
    let member: [UInt8]
    /// The bytes between the digits of an item's revision and its rank: `","tracking":"AQ….`.
    let beforeRank: [UInt8]

    /// Encodes a widget's token, which has no place.
    init(_ tracking: Tracking) {
        let text = tracking.token
        self.text = text
        revision = Revision { $0.combine(text) }
        member = Array("\",\"tracking\":\"\(text)\"".utf8)
        beforeRank = Array("\",\"tracking\":\"\(text).".utf8)
    }
}

/// The tracking tokens of a segment's widgets, for the users with the same arms.
public final class SegmentTokens: Sendable {
    private let tracking: Tracking
    /// By the place of the widget in its segment.
    private let tokens = Mutex<[Int: TrackingToken]>([:])

    fileprivate init(config: Revision, segment: String, arms: [ExperimentArm]) {
        tracking = Tracking(config: config, segment: segment, widget: "", arms: arms)
    }

    /// The token of a widget. It is kept, so `widget` must be one of the segment's.
    /// - Parameter place: The number of the widgets before it in its segment.
    public func token(of widget: String, at place: Int) -> TrackingToken {
        tokens.withLock { tokens in
            if let token = tokens[place] { return token }
            var tracking = tracking
            tracking.widget = widget
            let token = TrackingToken(tracking)
            tokens[place] = token
            return token
        }
    }
}

/// Caches tracking tokens by segment and arms.
final class TrackingTokenCache: Sendable {
    private struct Key: Hashable {
        let config: Revision
        let segment: String
        let arms: [ExperimentArm]
    }

    /// The most combinations of segment and arms; each takes about 300 bytes per widget.
    public static let capacity = 1_024

    private let segments = Mutex(LRUCache<Key, SegmentTokens>(capacity: capacity))

    init() {}

    /// The tokens of `segment` in the config with this revision, for users with these arms.
    public func tokens(config: Revision, segment: String, arms: [ExperimentArm]) -> SegmentTokens {
        let key = Key(config: config, segment: segment, arms: arms)
        return segments.withLock { segments in
            if let cached = segments.value(for: key) { return cached }
            let tokens = SegmentTokens(config: config, segment: segment, arms: arms)
            segments.insert(tokens, for: key)
            return tokens
        }
    }
}
