import Bytes

/// The widgets that a client has from an earlier home, by their content revisions.
public struct KnownWidgets: Hashable, Sendable {
    private let revisions: [String: Revision]

    public static let none = KnownWidgets([:])

    /// By the ids of widgets.
    init(_ revisions: [String: Revision]) { self.revisions = revisions }

    func contains(_ id: String, _ content: Revision) -> Bool { revisions[id] == content }

    var isEmpty: Bool { revisions.isEmpty }
}
