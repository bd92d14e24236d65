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
    /// - Parameters:
    ///   - old: The members of the recorded config.
    ///   - new: The members of another config.
    public func loads(changing old: JSONValue, to new: JSONValue) -> ReplayedLoads {
        let old = SourceDefinitions(old, segment: request.segment)
        let new = SourceDefinitions(new, segment: request.segment)
        let choices = Dictionary(choices.map { ($0.key, $0) }) { first, _ in first }
        return ReplayedLoads(
            new.places.compactMap { place, definition in
                guard let former = old.place(of: definition, near: place), let load = choices[former] else {
                    return nil
                }
                return load.moved(to: place)
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
    fileprivate func moved(to place: Key) -> RecordedLoad {
        RecordedLoad(
            key: place,
            kind: kind,
            state: state,
            candidates: candidates,
            age: age,
            error: error,
            duration: duration
        )
    }
}

/// The sources of a segment's widgets and their fallbacks, as a config declares them.
private struct SourceDefinitions {
    let places: [RecordedLoad.Key: JSONValue]

    /// The members of a source that change no candidates.
    private static let policy = ["deadline", "failure", "fallbacks", "maxStale"]
    /// The kinds of sources with weights.
    private static let weighted = [RecommendationsSource.kind, SimilarSource.kind].map { "\($0)" }

    /// - Parameter id: The id of the segment; `nil` for the first.
    init(_ config: JSONValue, segment id: String?) {
        let segments = config["segments"]?.elements ?? []
        let segment = segments.first { id == nil || $0["id"] == id.map { .string($0) } }
        var places: [RecordedLoad.Key: JSONValue] = [:]
        for widget in segment?["widgets"]?.elements ?? [] {
            guard case .string(let id)? = widget["id"], let source = widget["source"] else { continue }
            for (number, source) in Self.sources(in: source).enumerated() {
                let fallbacks = source["fallbacks"]?.elements ?? []
                for (index, candidate) in ([source] + fallbacks).enumerated() {
                    let key = RecordedLoad.Key(widget: id, source: number, fallback: index == 0 ? nil : index - 1)
                    places[key] = Self.definition(candidate, config["recommendations"])
                }
            }
        }
        self.places = places
    }

    /// The place of an equal source in the same widget, the same place if possible.
    func place(of definition: JSONValue, near place: RecordedLoad.Key) -> RecordedLoad.Key? {
        if places[place] == definition { return place }
        return places.filter { $0.key.widget == place.widget && $0.value == definition }.map(\.key)
            .min { ($0.source, $0.fallback ?? -1) < ($1.source, $1.fallback ?? -1) }
    }

    /// The sources in the order of ``WidgetConfig/sources``.
    private static func sources(in source: JSONValue) -> [JSONValue] {
        guard source["kind"] == .string(WidgetPart.composed) else { return [source] }
        return (source["parts"]?.elements ?? []).compactMap { $0["source"] }.flatMap(sources)
    }

    private static func definition(_ source: JSONValue, _ weights: JSONValue?) -> JSONValue {
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
