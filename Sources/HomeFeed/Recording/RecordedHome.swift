import Bytes
import Catalogue

/// A home that was sent, with its explanation and the inputs that tell it from other homes.
public struct RecordedHome: Sendable {
    let home: HomeDocument
    let inputs: HomeInputs
    /// When the request began.
    public let start: ContinuousClock.Instant

    public var user: UserID? { inputs.context.user }

    /// `nil` without a user, or if the store could not be read.
    public var state: UserState? {
        let context = inputs.context
        if user == nil || context.unread != nil { return nil }
        return UserState(record: context.record, counts: context.counts)
    }

    public var now: Instant { inputs.context.now }

    public func write(into writer: inout JSONWriter) {
        let (links, snapshot) = (inputs.links, inputs.context.snapshot.version)
        let target = HomeLinks.start(ofSegment: inputs.plan.segment.id) + links.parameters + links.choices
        writer.member("at", now.text)
        writer.member("target", String(decoding: target, as: UTF8.self))
        if let user { writer.member("user", user.rawValue) }
        writer.member("config", inputs.plan.config.revision)
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
