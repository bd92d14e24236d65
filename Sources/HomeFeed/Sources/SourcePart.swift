import CheckedJSON
import HomeDocument

/// One source of a widget's items, and its share of them.
final class SourcePart: Sendable {
    let source: any Source
    let policy: SourcePolicy
    /// The source, and what stands in for it, in the order in which they are asked.
    let sources: [any Source]
    /// The most items that it puts into the widget, 1 or more; of those in the config no more than there are.
    let limit: Int
    /// Where in the widget its items stand, counted from 0; `nil` is behind those of the parts before.
    let position: Int?
    /// What it is called among all parts of the config: `homes/nearby/0`.
    let id: String
    /// The word that names its source.
    let kind: String
    /// The kinds of item that it or what stands in for it may load and that another part may load too, by their places
    /// among all kinds.
    let shares: [Int]
    /// What becomes of it where its items stand in the config.
    let standing: PartOutcome

    /// Whether its items stand in the config: they go with what is loaded beside them, and are nothing without.
    var isFixed: Bool { !standing.content.isEmpty }

    private init(_ source: any Source, _ policy: SourcePolicy, limit: Int, position: Int?, id: String) {
        self.source = source
        self.policy = policy
        sources = [source] + policy.fallbacks
        self.limit = source.cards.isEmpty ? limit : min(limit, source.cards.count)
        self.position = position
        self.id = id
        kind = type(of: source).kind
        standing = PartOutcome(
            standing: SourceContent(Answer(source.cards.prefix(limit).map { Subject(.card($0)) })),
            of: kind
        )
        let shares: Set<ItemKind> = sources.reduce(into: []) { $0.formUnion($1.shares) }
        self.shares = ItemKind.allCases.enumerated().filter { shares.contains($0.element) }.map(\.offset)
    }

    /// The same by this name.
    func named(_ id: String) -> SourcePart {
        SourcePart(source, policy, limit: limit, position: position, id: id)
    }
}

extension SourcePart {
    private convenience init(_ source: any Source, _ policy: SourcePolicy, limit: Int, position: Int? = nil) {
        self.init(source, policy, limit: limit, position: position, id: "")
    }

    /// The word that names a composed source in a config.
    static let composed = "composed"
    /// The most items of one part.
    static let maximumItems = 100
    /// How many items a config may ask of one part.
    static let limits: ClosedRange<Int64> = 1...Int64(maximumItems)
    /// The most parts of one widget.
    static let maximumParts = 16

    /// Reads the source of a widget: one source by its kind, or several that are composed into one widget, such as
    /// `{"kind": "composed", "parts": [{"source": {"kind": "nearby"}, "limit": 8}, {"source": …, "at": 2}]}`.
    static func parts(reading value: CheckedValue, limit: Int) -> [SourcePart]? {
        value.object { object in
            // `nil` stands for the composed one.
            let kinds = SourceTable.byKind.mapValues(Optional.some).merging([composed: nil]) { kind, _ in kind }
            switch object.kind(among: kinds) {
            case nil:
                return nil
            case .some(nil):
                return object.required("parts")?.list(of: "parts", 1...maximumParts) { part in
                    part.object { self.part(reading: &$0, limit: limit) }
                }
            case .some(let kind?):
                return kind.read(&object).map { [SourcePart($0, $1, limit: limit)] }
            }
        }
    }

    private static func part(reading object: inout CheckedObject, limit: Int) -> SourcePart? {
        let source = object.required("source")?.object { object in
            object.kind(among: SourceTable.byKind)?.read(&object)
        }
        let limit = object.value("limit", default: Int64(limit)) { $0.integer(in: limits) }
        let position = object.optional("at").map { $0.integer(in: 0...limits.upperBound) }
        guard let (source, policy) = source, let limit else { return nil }
        return SourcePart(source, policy, limit: Int(limit), position: position.flatMap { $0 }.map(Int.init))
    }
}

extension Source {
    /// Reads the options of the source, and what is to be done about it; what stands in the config cannot fail.
    fileprivate static func read(_ object: inout CheckedObject) -> (any Source, SourcePolicy)? {
        guard let source = Self(options: &object) else {
            object.ignoreOthers()
            return nil
        }
        guard source.cards.isEmpty else { return (source, SourcePolicy()) }
        return SourcePolicy(reading: &object).map { (source, $0) }
    }
}
