import Foundation
import Testing

@testable import HearthClient

/// The files that all clients share: see `Clients/vectors/README.md`.
enum Vectors {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("vectors")

    static func names(_ prefix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.sorted()
    }

    static func decoded<Vector: Decodable>(_ name: String) throws -> Vector {
        try JSONDecoder().decode(Vector.self, from: Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// The document of a vector, as an object to change.
    static func document(_ name: String) throws -> JSONObject {
        let data = try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
        return try #require(try JSONObject(data)["document"] as? [String: Any]).object
    }
}

/// A JSON object to change.
struct JSONObject {
    var members: [String: Any]

    init(_ members: [String: Any]) { self.members = members }

    init(_ data: Data) throws {
        members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    subscript(key: String) -> Any? {
        get { members[key] }
        set { members[key] = newValue }
    }

    var widgets: [JSONObject] {
        get { (members["homeWidgets"] as? [[String: Any]] ?? []).map(\.object) }
        set { members["homeWidgets"] = newValue.map(\.members) }
    }

    var items: [JSONObject] {
        get { (members["items"] as? [[String: Any]] ?? []).map(\.object) }
        set { members["items"] = newValue.map(\.members) }
    }

    var data: Data {
        get throws { try JSONSerialization.data(withJSONObject: members, options: .sortedKeys) }
    }

    func decoded<Value: Decodable>(_: Value.Type) throws -> Value { try JSONDecoder().decode(Value.self, from: data) }
}

extension [String: Any] {
    var object: JSONObject { JSONObject(self) }
}

struct PageVector: Decodable {
    let document: Home
    let loaded: [Load]

    struct Load: Decodable {
        let how: String
        let widget: Widget
    }

    var page: Page {
        var page = Page(document)
        for load in loaded {
            if load.how == "append" {
                page.append(load.widget)
            } else {
                page.replace(load.widget, isChoice: load.how == "choose")
            }
        }
        return page
    }
}

/// An element with a rectangle, or with the two of its transition.
struct VectorFrame: Decodable, CustomStringConvertible {
    let element: PageElement.Kind
    let widget, item: String?
    let index: Int?
    let pinned: Bool?
    let x, y, width, height: Double?
    let initial, final: VectorAttributes?

    var id: PageElement { PageElement(element, widget: widget, item: item, index: index) }
    var rect: VectorAttributes? {
        guard let x, let y, let width, let height else { return nil }
        return VectorAttributes(x: x, y: y, width: width, height: height, alpha: nil)
    }
    var description: String { "\(element) \(widget ?? "") \(item ?? "") \(index.map(String.init) ?? "")" }
}

extension PageElement.Kind: Decodable {}

struct VectorAttributes: Decodable {
    let x, y, width, height: Double
    let alpha: Double?

    /// Servers write points with three decimals.
    func isNear(_ rect: Rect) -> Bool {
        [x - rect.x, y - rect.y, width - rect.width, height - rect.height].allSatisfy { abs($0) < 0.01 }
    }
}

struct VectorOffset: Decodable {
    let y: Double?
    let x: [String: Double]?

    var offset: ScrollOffset { ScrollOffset(y: y ?? 0, x: x ?? [:]) }
}
