import Catalogue
import HomeDocument
import JSON

/// A share of a widget's items: those of one source, or of several that are composed.
struct WidgetPart: Sendable {
    enum Content: Sendable {
        /// A source, by its index in ``WidgetConfig/sources``.
        case source(Int)
        /// Parts of its own.
        case composed([WidgetPart])
    }

    let content: Content
    /// The most items that it puts into the widget, 1 or more.
    let limit: Int
    /// The index of its first item in the widget, or in the part that it is composed into; `nil` for behind the parts before.
    let position: Int?
}

/// A source of a widget, with its share and its policy.
final class WidgetSource: Sendable {
    let source: any Source
    let policy: SourcePolicy
    /// The most items that it puts into the widget, 1 or more; no more than it has cards in the config.
    let limit: Int

    /// Whether its items stand in the config: they are shown beside items that were found, and not without.
    var isFixed: Bool { !source.cards.isEmpty }

    init(_ source: any Source, _ policy: SourcePolicy, limit: Int) {
        self.source = source
        self.policy = policy
        self.limit = source.cards.isEmpty ? limit : min(limit, source.cards.count)
    }
}

extension WidgetPart {
    /// The word that names a composed source in a config.
    static let composed = "composed"
    /// The most items of one part.
    static let maximumItems = 100
    /// The number of items that a config may give one part.
    static let limits: ClosedRange<Int64> = 1...Int64(maximumItems)
    /// The most parts of one composed source.
    static let maximumParts = 16
    /// How deep composed sources may nest.
    static let maximumDepth = 4
}

/// Reads the source of a widget: one by its kind, or several that are composed, such as
/// `{"kind": "composed", "parts": [{"source": {"kind": "nearby"}, "limit": 8}, {"source": …, "position": 2}]}`, where a part may be
/// composed itself.
struct WidgetPartReader {
    let kinds: KindTable
    /// The most items of a part whose config does not say.
    let limit: Int
    /// The sources that were read.
    private(set) var sources: [WidgetSource] = []

    init(_ kinds: KindTable, limit: Int) {
        self.kinds = kinds
        self.limit = limit
    }

    /// The parts of a widget with this source; `nil` where something is wrong, which was then reported.
    mutating func parts(reading value: CheckedValue) -> [WidgetPart]? {
        content(value, limit: limit, depth: 0).map { content in
            if case .composed(let parts) = content { return parts }
            return [WidgetPart(content: content, limit: limit(of: content, limit), position: nil)]
        }
    }

    private mutating func content(_ value: CheckedValue, limit: Int, depth: Int) -> WidgetPart.Content? {
        value.object { object -> WidgetPart.Content? in
            // `nil` stands for the composed one.
            let known = SourceTable.byKind.mapValues(Optional.some).merging([WidgetPart.composed: nil]) { kind, _ in
                kind
            }
            guard let named = object.sourceKind(among: known) else { return nil }
            guard let kind = named else { return composed(reading: &object, depth: depth) }
            return source(of: kind, reading: &object, limit: limit)
        }
    }

    private mutating func composed(reading object: inout CheckedObject, depth: Int) -> WidgetPart.Content? {
        guard depth < WidgetPart.maximumDepth else {
            object.ignoreUnknownMembers()
            object.report("composed sources nest at most \(WidgetPart.maximumDepth) deep")
            return nil
        }
        let parts = object.required("parts")?.array(of: "parts", 1...WidgetPart.maximumParts) { part in
            part.object { part in self.part(reading: &part, depth: depth + 1) }
        }
        return parts.map { .composed($0) }
    }

    private mutating func part(reading object: inout CheckedObject, depth: Int) -> WidgetPart? {
        let limit = object.value("limit", default: Int64(self.limit)) { $0.integer(in: WidgetPart.limits) }
        let position = object.optional("position").map { $0.integer(in: 0...WidgetPart.limits.upperBound) }
        guard let source = object.required("source") else { return nil }
        let most = Int(limit ?? WidgetPart.limits.lowerBound)
        guard let content = content(source, limit: most, depth: depth), limit != nil else { return nil }
        return WidgetPart(
            content: content,
            limit: self.limit(of: content, most),
            position: position.flatMap { $0 }.map { Int($0) }
        )
    }

    /// Reads the options of a source, and its policy where it can fail.
    private mutating func source(
        of kind: any Source.Type,
        reading object: inout CheckedObject,
        limit: Int
    ) -> WidgetPart.Content? {
        guard let source = kind.init(options: &object, kinds) else {
            object.ignoreUnknownMembers()
            return nil
        }
        let policy =
            kind.canFail
            ? SourcePolicy(reading: &object, asksService: kind.asksService, kinds) : .some(SourcePolicy())
        guard let policy else { return nil }
        sources.append(WidgetSource(source, policy, limit: limit))
        return .source(sources.count - 1)
    }

    /// The most items that a part with this content can have.
    private func limit(of content: WidgetPart.Content, _ limit: Int) -> Int {
        switch content {
        case .source(let index): min(limit, sources[index].limit)
        case .composed(let parts): min(limit, parts.reduce(0) { $0 + $1.limit })
        }
    }
}
