import Bytes
import Catalogue

/// A home that was sent, with its explanation and the inputs that tell it from other homes.
public struct RecordedHome: Sendable {
    public let user: UserID?
    /// `nil` without a user, or if the store could not be read.
    public let state: UserState?
    public let now: Instant
    /// When the request began.
    public let start: ContinuousClock.Instant
    private let target: String
    private let config: Revision
    private let snapshot: ItemVersion
    private let home: HomeDocument

    init(_ home: HomeDocument, _ inputs: HomeInputs, since start: ContinuousClock.Instant) {
        let context = inputs.context
        user = context.user
        state =
            context.user == nil || context.unread != nil
            ? nil : UserState(record: context.record, counts: context.counts)
        now = context.now
        self.start = start
        let url = HomeLinks.start(ofSegment: inputs.plan.segment.id) + inputs.links.parameters + inputs.links.choices
        target = String(decoding: url, as: UTF8.self)
        config = inputs.plan.config.revision
        snapshot = context.snapshot.version
        self.home = home
    }

    public func write(into writer: inout JSONWriter) {
        writer.member("at", now.text)
        writer.member("target", target)
        if let user { writer.member("user", user.rawValue) }
        writer.member("config", config)
        writer.object("snapshot") {
            $0.member("history", Revision(rawValue: snapshot.history))
            $0.member("version", Int(snapshot.number))
        }
        writer.key("home")
        var document = PassWriter(home.bytes)
        if let explanation = home.explanation { document.add(explanation) }
        let bytes = document.finish()
        writer.element(room: bytes.count) { $0.append(copying: bytes) }
    }
}
