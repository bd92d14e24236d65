import Bytes
import Catalogue
import JSON

/// A part of a widget's items: those of one source, or of several composed ones.
struct WidgetPart: Sendable {
    enum Content: Sendable {
        /// An index in ``WidgetConfig/sources``.
        case source(Int)
        case composed([WidgetPart])
    }

    let content: Content
    /// 1 or more.
    let limit: Int
    /// The index of its first item in the widget or in the enclosing part; `nil` for after the preceding parts.
    let position: Int?
}

final class WidgetSource: Sendable {
    let source: any Source
    /// In the config: `segments[0].widgets[2].source`.
    let path: String
    /// An index in ``SourceKind/all``.
    let kind: Int
    let cards: [ConfigCard]
    let policy: SourcePolicy
    /// Covers kind, filter and order, but not the policy.
    let revision: Revision
    /// When items were shown too often; `nil` for never.
    let fatigue: ShowLimit?
    /// 1 or more; at most the number of its cards in the config.
    let limit: Int

    /// Whether its items are cards of the config: they are only shown together with items that were found.
    let isStatic: Bool

    init?(_ kind: Int, reading object: inout CheckedObject, limit: Int, _ scope: ConfigScope) {
        guard let source = SourceKind.all[kind].read(&object, scope) else {
            object.ignoreUnknownMembers()
            return nil
        }
        revision = Revision { $0.combine(object.readMembers) }
        policy = source.canFail ? SourcePolicy(reading: &object, usesService: source.usesService, scope) : SourcePolicy()
        self.source = source
        self.kind = kind
        path = object.path
        cards = source.cards
        isStatic = !cards.isEmpty
        fatigue = isStatic ? nil : object.optional("fatigue")?.object { ShowLimit(reading: &$0, 1...1_000, per: "for") }
        self.limit = isStatic ? min(limit, cards.count) : limit
    }
}

extension WidgetPart {
    static let composed = "composed"
    static let maximumItems = 100
    static let limits = 1...maximumItems
    static let maximumParts = 16
    static let maximumDepth = 4
}

/// Reads the source of a widget: a single one, or composed ones such as
/// `{"kind": "composed", "parts": [{"source": {"kind": "nearby"}, "limit": 8}, {"source": …, "position": 2}]}`. A part
/// may be composed itself.
struct WidgetPartReader {
    let scope: ConfigScope
    let limit: Int
    private(set) var sources: [WidgetSource] = []

    mutating func parts(reading value: CheckedValue) -> [WidgetPart]? {
        part(value, limit: limit, position: nil, depth: 0).map { part in
            if case .composed(let parts) = part.content { parts } else { [part] }
        }
    }

    private mutating func part(_ value: CheckedValue, limit: Int, position: Int?, depth: Int) -> WidgetPart? {
        value.object { object -> WidgetPart? in
            guard let name = object.sourceKind(or: WidgetPart.composed) else { return nil }
            guard let kind = SourceKind.names.firstIndex(of: name) else {
                guard let parts = parts(reading: &object, depth: depth) else { return nil }
                let count = parts.reduce(0) { $0 + $1.limit }
                return WidgetPart(content: .composed(parts), limit: min(limit, count), position: position)
            }
            guard let source = WidgetSource(kind, reading: &object, limit: limit, scope) else { return nil }
            sources.append(source)
            return WidgetPart(content: .source(sources.count - 1), limit: source.limit, position: position)
        }
    }

    private mutating func parts(reading object: inout CheckedObject, depth: Int) -> [WidgetPart]? {
        guard depth < WidgetPart.maximumDepth else {
            object.ignoreUnknownMembers()
            object.report("composed sources nest at most \(WidgetPart.maximumDepth) deep")
            return nil
        }
        return object.required("parts")?.array(of: "parts", 1...WidgetPart.maximumParts) { part in
            part.object { object in
                let limit = object.optional("limit")?.count(in: WidgetPart.limits) ?? limit
                let position = object.optional("position")?.count(in: 0...WidgetPart.maximumItems)
                return object.required("source").flatMap {
                    self.part($0, limit: limit, position: position, depth: depth + 1)
                }
            }
        }
    }
}
