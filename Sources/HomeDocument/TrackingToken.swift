import Bytes
import Synchronization

/// A widget's tracking token as it is written, made once for all homes that have it.
public final class TrackingToken: Sendable {
    /// The token itself (see ``Tracking/token``).
    public let text: String
    /// What stands in a widget behind its revision's digits: `","tracking":"AQ…"`.
    let member: [UInt8]
    /// What stands in an item between its revision and its rank: `","tracking":"AQ….`.
    let beforeRank: [UInt8]

    /// The token of a widget, which has no place.
    public init(_ tracking: Tracking) {
        let text = tracking.token
        self.text = text
        member = Array("\",\"tracking\":\"\(text)\"".utf8)
        beforeRank = Array("\",\"tracking\":\"\(text).".utf8)
    }
}

/// The tokens of a segment's widgets, for the users of the same arms.
public final class SegmentTokens: Sendable {
    private let tracking: Tracking
    /// By the widgets' ids, of which a segment has so many as its config says.
    private let tokens = Mutex<[String: TrackingToken]>([:])

    fileprivate init(config: Revision, segment: String, arms: [ExperimentArm]) {
        tracking = Tracking(config: config, segment: segment, widget: "", arms: arms)
    }

    /// The token of the segment's widget `widget`.
    public func token(of widget: String) -> TrackingToken {
        tokens.withLock { tokens in
            if let token = tokens[widget] { return token }
            var tracking = tracking
            tracking.widget = widget
            let token = TrackingToken(tracking)
            tokens[widget] = token
            return token
        }
    }
}

/// The tokens that were made so far, for the segments and arms that are asked for most.
public final class TrackingTokenCache: Sendable {
    private struct Key: Hashable {
        let config: Revision
        let segment: String
        let arms: [ExperimentArm]
    }

    /// The most combinations of segment and arms that are kept; each is about 300 bytes for each of its widgets.
    public static let capacity = 1_024

    private let segments = Mutex(LRUCache<Key, SegmentTokens>(capacity: capacity))

    /// A table without anything yet.
    public init() {}

    /// The tokens of `segment` in the config of this revision, for users in `arms`. Only ids of its widgets may be asked
    /// of it: they are kept.
    public func tokens(config: Revision, segment: String, arms: [ExperimentArm]) -> SegmentTokens {
        let key = Key(config: config, segment: segment, arms: arms)
        return segments.withLock { segments in
            if let known = segments.value(for: key) { return known }
            let made = SegmentTokens(config: config, segment: segment, arms: arms)
            segments.insert(made, for: key)
            return made
        }
    }
}
