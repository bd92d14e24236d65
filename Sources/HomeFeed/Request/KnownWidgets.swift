import Bytes
import JSON

/// The widgets that a client has from an earlier home, by their content revisions.
public struct KnownWidgets: Hashable, Sendable {
    /// By the ids of widgets.
    private let revisions: [String: Revision]

    public static let none = KnownWidgets(revisions: [:])

    func contains(_ id: String, _ content: Revision) -> Bool { revisions[id] == content }

    static let maximumCount = 256

    static let expectation =
        "up to \(maximumCount) widgets with their contentRevision, such as nearby:1dfb80cfc1b3edd4,brands:503fb5378739cf46"
}

extension KnownWidgets {
    /// Reads `nearby:1dfb80cfc1b3edd4,brands:503fb5378739cf46`, or an empty text. Of a repeated id, the last counts.
    init?(_ text: String) {
        var revisions: [String: Revision] = [:]
        for widget in text.split(separator: ",") {
            guard let colon = widget.lastIndex(of: ":"), colon > widget.startIndex,
                let revision = Revision(hexadecimal: widget[widget.index(after: colon)...]),
                revisions.count < Self.maximumCount
            else { return nil }
            revisions[String(widget[..<colon])] = revision
        }
        self.init(revisions: revisions)
    }

    /// Reads the body of `POST /home`: `{"known": {"nearby": "1dfb80cfc1b3edd4"}}`.
    /// - Throws: ``BodyError`` with all errors.
    public init(body: some Sequence<UInt8>) throws(BodyError) {
        self = try BodyError.read(body) { object in
            guard let value = object.required("known") else { return nil }
            let revisions = value.dictionary(of: "widgets", atMost: Self.maximumCount) { _, revision in
                revision.parsed({ Revision(hexadecimal: $0[...]) }, "a contentRevision such as \"1dfb80cfc1b3edd4\"")
            }
            return revisions.map { KnownWidgets(revisions: $0) }
        }
    }
}

extension Revision {
    /// Reads sixteen lowercase hexadecimal digits.
    fileprivate init?(hexadecimal text: Substring) {
        guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
        self.init(rawValue: value)
        if description != text { return nil }
    }
}
