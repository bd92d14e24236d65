import Foundation

/// A home as it is kept: with the members that this version of the client does not know.
struct HomeDocument: Sendable {
    let home: Home
    let data: Data

    /// The version of the documents that this client reads.
    static let schema = "1"

    init(_ data: Data) throws(HomeError) { (home, self.data) = (try decode(Home.self, from: data), data) }

    /// Decodes a home in which each unchanged widget is the one in `old`, at its new position; `nil` if `old` does not
    /// have it.
    static func completed(_ data: Data, from old: HomeDocument?) throws(HomeError) -> HomeDocument? {
        var (document, widgets) = (object(data), widgets(of: data))
        guard widgets.contains(where: isUnchanged) else { return try HomeDocument(data) }
        let known = old.map { self.widgets(of: $0.data) } ?? []
        for index in widgets.indices where isUnchanged(widgets[index]) {
            let id = widgets[index]["id"] as? String
            guard let widget = known.first(where: { $0["id"] as? String == id }) else { return nil }
            widgets[index] = widget.merging(widgets[index].filter { $0.key == "position" }) { $1 }
        }
        document["homeWidgets"] = widgets
        return try (try? JSONSerialization.data(withJSONObject: document)).map(HomeDocument.init)
    }

    private static func widgets(of data: Data) -> [[String: Any]] {
        (object(data)["homeWidgets"] as? [Any] ?? []).compactMap { $0 as? [String: Any] }
    }

    private static func isUnchanged(_ widget: [String: Any]) -> Bool { widget["state"] as? String == "unchanged" }

    private static func object(_ data: Data) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    }
}

func decode<Document: Decodable>(_: Document.Type, from data: Data) throws(HomeError) -> Document {
    do { return try JSONDecoder().decode(Document.self, from: data) } catch { throw .unreadable("\(error)") }
}
