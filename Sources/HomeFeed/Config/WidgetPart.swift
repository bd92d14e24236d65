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
    var isStatic: Bool { !cards.isEmpty }

    init(_ kind: Int, reading object: inout CheckedObject, limit: Int, _ scope: ConfigScope) {
        source = SourceKind.all[kind].read(&object, scope)
        revision = Revision { $0.combine(object.readMembers) }
        let usesService = source is RecommendationsSource
        policy = source.canFail ? SourcePolicy(reading: &object, usesService: usesService, scope) : SourcePolicy()
        self.kind = kind
        path = object.path
        cards = (source as? CardsSource)?.cards ?? []
        let fatigue = cards.isEmpty ? object.optional("fatigue") : nil
        self.fatigue = fatigue?.object { ShowLimit(reading: &$0, 1...1_000, per: "for") }
        self.limit = cards.isEmpty ? limit : min(limit, cards.count)
    }
}

extension WidgetPart {
    static let composed = "composed"
    static let maximumItems = 100
    static let limits = 1...maximumItems
    static let maximumParts = 16
    static let maximumDepth = 4

    /// Reads a source: a single one, or composed ones such as
    /// `{"kind": "composed", "parts": [{"source": {"kind": "nearby"}, "limit": 8}, {"source": …, "position": 2}]}`.
    /// A part may be composed itself.
    /// - Parameter sources: Those of the widget so far, to which the part's are added.
    init?(
        reading value: CheckedValue,
        limit: Int,
        position: Int? = nil,
        depth: Int = 0,
        _ scope: ConfigScope,
        into sources: inout [WidgetSource]
    ) {
        let part = value.object { object -> WidgetPart? in
            guard let name = object.sourceKind(or: Self.composed) else { return nil }
            if let kind = SourceKind.names.firstIndex(of: name) {
                let source = WidgetSource(kind, reading: &object, limit: limit, scope)
                sources.append(source)
                return WidgetPart(content: .source(sources.count - 1), limit: source.limit, position: position)
            }
            guard depth < Self.maximumDepth else {
                object.ignoreUnknownMembers()
                object.report("composed sources nest at most \(Self.maximumDepth) deep")
                return nil
            }
            let parts = object.required("parts")?.array(of: "parts", 1...Self.maximumParts) { part in
                part.object { part -> WidgetPart? in
                    let limit = part.optional("limit")?.count(in: Self.limits) ?? limit
                    let position = part.optional("position")?.count(in: 0...Self.maximumItems)
                    return part.required("source").flatMap {
                        Self(reading: $0, limit: limit, position: position, depth: depth + 1, scope, into: &sources)
                    }
                }
            }
            guard let parts else { return nil }
            let count = parts.reduce(0) { $0 + $1.limit }
            return WidgetPart(content: .composed(parts), limit: min(limit, count), position: position)
        }
        guard let part else { return nil }
        self = part
    }
}
