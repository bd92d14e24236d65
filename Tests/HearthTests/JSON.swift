import Foundation
import HTTPTestClient

/// A JSON document, read by another parser than the program's.
struct JSON: CustomStringConvertible {
    private let value: Any?

    private init(value: Any?) {
        self.value = value is NSNull ? nil : value
    }

    init(parsing data: Data) throws {
        self.init(value: try JSONSerialization.jsonObject(with: data))
    }

    subscript(key: String) -> JSON { JSON(value: (value as? [String: Any])?[key]) }

    var isMissing: Bool { value == nil }
    var string: String? { value as? String }
    var int: Int? { value as? Int }
    var double: Double? { value as? Double }
    var bool: Bool? { value as? Bool }
    var array: [JSON] { (value as? [Any] ?? []).map { JSON(value: $0) } }
    var keys: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
    var description: String { value.map { "\($0)" } ?? "nothing" }

    var text: String {
        let data = try? JSONSerialization.data(withJSONObject: value ?? NSNull(), options: .fragmentsAllowed)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    // MARK: A home

    var widgets: [JSON] { self["homeWidgets"].array }
    var items: [JSON] { self["items"].array }
    var id: String? { self["id"].string }
    var layout: String? { self["layout"].string }
    var itemIDs: [String] { items.compactMap(\.id) }

    func widget(_ id: String) -> JSON { widgets.first { $0.id == id } ?? JSON(value: nil) }
}

extension JSON: Equatable {
    static func == (left: JSON, right: JSON) -> Bool { left.sorted == right.sorted }

    /// Equal text for equal content.
    private var sorted: Data? {
        try? JSONSerialization.data(withJSONObject: value ?? NSNull(), options: [.sortedKeys, .fragmentsAllowed])
    }
}

extension TestClient.Response {
    var json: JSON {
        get throws { try JSON(parsing: Data(body)) }
    }
}
