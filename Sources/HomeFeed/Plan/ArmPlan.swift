import Bytes
import Catalogue

/// The parts of a segment's homes that depend on the user's arms of experiments alone.
final class ArmPlan: Sendable {
    let arms: [EventOrigin.Arm]
    /// By the widgets' indices in the segment.
    let tokens: [TrackingToken]
    /// The elements of the document's `experiments`.
    let experiments: [UInt8]

    init(_ arms: [EventOrigin.Arm], of segment: SegmentConfig, config: Revision) {
        self.arms = arms
        tokens = segment.widgets.map {
            let widget = WidgetID(segment: segment.id, widget: $0.id)
            return TrackingToken(Tracking(config: config, origin: EventOrigin(widget: widget, arms: arms)))
        }
        var writer = JSONWriter()
        for arm in arms {
            writer.object {
                $0.member("id", arm.experiment)
                $0.member("arm", arm.arm)
            }
        }
        experiments = writer.finish()
    }
}

/// A widget's tracking token, encoded once for all homes that have it.
struct TrackingToken: Sendable {
    let revision: Revision
    /// The bytes after the digits of a revision: `","tracking":"AQ…`. An item's rank or a quotation mark follows.
    let member: [UInt8]

    /// - Parameter tracking: Without a rank.
    init(_ tracking: Tracking) {
        let text = tracking.token
        revision = Revision { $0.combine(text) }
        member = Array("\",\"tracking\":\"\(text)".utf8)
    }
}
