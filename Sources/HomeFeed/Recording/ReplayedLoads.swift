import JSON

/// The results of sources, with which a home is made again.
public struct ReplayedLoads: Sendable {
    private let loads: [RecordedLoad.Key: RecordedLoad]

    init(_ loads: [RecordedLoad]) {
        self.loads = Dictionary(loads.map { ($0.key, $0) }) { first, _ in first }
    }

    subscript(key: RecordedLoad.Key) -> RecordedLoad? { loads[key] }
}

extension HomeRecording {
    /// The results of the sources that both configs declare alike in a widget of the same id.
    ///
    /// Widgets that are unchanged, like all before them, have the recorded results. Others may show items that an
    /// earlier widget showed in the recorded home, or more items.
    /// - Parameters:
    ///   - old: The members of the recorded config.
    ///   - new: The members of another config.
    public func loads(changing old: JSONValue, to new: JSONValue) -> ReplayedLoads {
        let old = DeclaredSources(old, segment: request.segment)
        let new = DeclaredSources(new, segment: request.segment)
        let choices = ReplayedLoads(choices)
        let unchangedCount = zip(old.widgets, new.widgets).prefix { $0 == $1 }.count
        return ReplayedLoads(
            new.widgets.enumerated().flatMap { index, widget in
                widget.sources.compactMap { place, declaration in
                    if index < unchangedCount, let load = loads[place] { return load }
                    guard let former = old.place(of: declaration, near: place) else { return nil }
                    return choices[former]?.moved(to: place, adding: loads[former])
                }
            }
        )
    }

    /// The sources of the home's segment that have no recorded results, by widget: `nearby: source 1 (newest)`.
    public func unrecordedSources(of config: HomeConfig, _ loads: ReplayedLoads) -> [String] {
        guard let segment = config.segment(request.segment) else { return [] }
        return segment.widgets.flatMap { widget in
            widget.sources.enumerated().compactMap { number, source in
                let key = RecordedLoad.Key(widget: widget.id, source: number, fallback: nil)
                return source.isFixed || loads[key] != nil ? nil : "\(widget.id): source \(number) (\(source.kind))"
            }
        }
    }
}

extension RecordedLoad {
    /// The load at another place.
    /// - Parameter other: Has further candidates, which rank below those of this load.
    fileprivate func moved(to place: Key, adding other: RecordedLoad?) -> RecordedLoad {
        var all = candidates
        if let further = other?.candidates?.items {
            let known = Set(all?.items.map(\.content) ?? [])
            all?.items += further.filter { !known.contains($0.content) }
        }
        return RecordedLoad(
            key: place,
            kind: kind,
            state: all?.items.isEmpty == false && state == .empty ? .loaded : state,
            candidates: all,
            age: age,
            error: error,
            duration: duration
        )
    }
}

/// The widgets of a segment and their sources, as a config declares them.
private struct DeclaredSources {
    struct Widget: Equatable {
        let id: String
        let json: JSONValue
        /// The sources and their fallbacks.
        var sources: [RecordedLoad.Key: JSONValue] = [:]
    }

    private(set) var widgets: [Widget] = []

    /// The members of a source that change no candidates.
    private static let policy = ["deadline", "failure", "fallbacks", "maxStale"]
    /// The kinds of sources with weights.
    private static let weighted = [RecommendationsSource.kind, SimilarSource.kind].map { "\($0)" }

    /// - Parameter id: The id of the segment; `nil` for the first.
    init(_ config: JSONValue, segment id: String?) {
        let segments = config["segments"]?.elements ?? []
        let segment = segments.first { id == nil || $0["id"] == id.map { .string($0) } }
        for json in segment?["widgets"]?.elements ?? [] {
            guard case .string(let id)? = json["id"], let source = json["source"] else { continue }
            var widget = Widget(id: id, json: json)
            for (number, source) in Self.sources(in: source).enumerated() {
                let fallbacks = source["fallbacks"]?.elements ?? []
                for (index, candidate) in ([source] + fallbacks).enumerated() {
                    let key = RecordedLoad.Key(widget: id, source: number, fallback: index == 0 ? nil : index - 1)
                    widget.sources[key] = Self.declaration(candidate, config["recommendations"])
                }
            }
            widgets.append(widget)
        }
    }

    /// The place of an equal source in the widget of the same id, the same place if possible.
    func place(of declaration: JSONValue, near place: RecordedLoad.Key) -> RecordedLoad.Key? {
        guard let sources = widgets.first(where: { $0.id == place.widget })?.sources else { return nil }
        if sources[place] == declaration { return place }
        return sources.filter { $0.value == declaration }.map(\.key)
            .min { ($0.source, $0.fallback ?? -1) < ($1.source, $1.fallback ?? -1) }
    }

    /// The sources in the order of ``WidgetConfig/sources``.
    private static func sources(in source: JSONValue) -> [JSONValue] {
        guard source["kind"] == .string(WidgetPart.composed) else { return [source] }
        return (source["parts"]?.elements ?? []).compactMap { $0["source"] }.flatMap(sources)
    }

    private static func declaration(_ source: JSONValue, _ weights: JSONValue?) -> JSONValue {
        guard case .object(var members) = source else { return source }
        members = members.filter { !CheckedObject.isComment($0.key) && !policy.contains($0.key) }
        if let weights, case .string(let kind)? = members["kind"], weighted.contains(kind) {
            members["$weights"] = weights
        }
        return .object(members)
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    fileprivate var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}
