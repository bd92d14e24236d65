import Bytes

/// The widgets that a client has from an earlier home, by their content revisions.
public struct KnownWidgets: Hashable, Sendable {
    /// By the ids of widgets.
    let revisions: [String: Revision]

    public static let none = KnownWidgets(revisions: [:])

    func contains(_ id: String, _ content: Revision) -> Bool { revisions[id] == content }
}
