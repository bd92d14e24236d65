import Catalogue
import HomeDocument
import JSON
import Recommendations

extension RecordedLoad {
    /// Writes the load as an element.
    /// - Parameter snapshot: Has the rows of the candidates.
    func write(into writer: inout JSONWriter, in snapshot: CatalogueSnapshot) {
        writer.object {
            $0.member("widget", key.widget)
            $0.member("source", key.source)
            if let fallback = key.fallback { $0.member("fallback", fallback) }
            $0.member("kind", kind)
            $0.member("state", state.name)
            $0.member("microseconds", Int(duration / .microseconds(1)))
            if let age { $0.member("age", age) }
            if let error { $0.object("error", error.write) }
            guard let candidates else { return }
            if let badge = candidates.badge {
                $0.object("badge") {
                    $0.member("count", badge.count)
                    $0.member("isAtLeast", badge.isAtLeast)
                }
            }
            $0.array("candidates") { list in
                for candidate in candidates.items { list.object { candidate.write(into: &$0, in: snapshot) } }
            }
        }
    }

    /// Reads what ``write(into:in:)`` has written.
    init?(reading object: inout CheckedObject, _ items: RecordedItems) {
        let widget = object.required("widget")?.string()
        let source = object.required("source")?.integer(in: 0...1_000)
        let fallback = object.optional("fallback")?.integer(in: 0...1_000).map { Int($0) }
        let kind = object.required("kind")?.string()
        let states = Dictionary(uniqueKeysWithValues: LoadState.allCases.map { ($0.name, $0) })
        let state = object.required("state")?.choice("state", among: states)
        let microseconds = object.required("microseconds")?.integer(in: 0...(1 << 50))
        let age = object.optional("age")?.integer(in: 0...(1 << 50)).map { Int($0) }
        let error = object.optional("error")?.object(SourceError.init(reading:))
        let badge = object.optional("badge")?.object(NewCount.init(reading:))
        let found = object.optional("candidates")?.array { $0.object { Candidate(reading: &$0, items) } }
        guard let widget, let source, let kind, let state, let microseconds else { return nil }
        self.init(
            key: Key(widget: widget, source: Int(source), fallback: fallback),
            kind: kind,
            state: state,
            candidates: found.map { Candidates($0, badge: badge) },
            age: age,
            error: error,
            duration: .microseconds(microseconds)
        )
    }
}

extension NewCount {
    fileprivate init?(reading object: inout CheckedObject) {
        let count = object.required("count")?.integer(in: 0...1_000_000)
        let isAtLeast = object.required("isAtLeast")?.bool()
        guard let count, let isAtLeast else { return nil }
        self.init(count: Int(count), isAtLeast: isAtLeast)
    }
}

extension Candidate {
    fileprivate func write(into writer: inout JSONWriter, in snapshot: CatalogueSnapshot) {
        switch content {
        case .item(let row): writer.member("item", snapshot.id(of: row).description)
        case .brand(let index): writer.member("item", snapshot.brands[index].itemID.description)
        // Sources with cards load nothing.
        case .card: break
        }
        if let isNew = marks.isNew { writer.member("isNew", isNew) }
        if let distance = marks.distance { writer.member("meters", distance.meters) }
        if let match = marks.match { writer.object("match", match.write) }
        if let reason { writer.object("reason", reason.write) }
        if let found {
            let position = snapshot.position(of: found)
            writer.object("position") {
                $0.member("primary", Int(position.primary))
                $0.member("listedAt", Int(position.listedAt))
            }
        }
    }

    /// `nil`, without an error, for items of kinds that the config does not declare.
    fileprivate init?(reading object: inout CheckedObject, _ items: RecordedItems) {
        let id = object.required("item")?.string()
        let isNew = object.optional("isNew")?.bool()
        let meters = object.optional("meters")?.integer(in: 0...20_040_000)
        let match = object.optional("match")?.object(Match.init(reading:))
        let reason = object.optional("reason")?.object(RecommendationReason.init(reading:))
        let position = object.optional("position")?.object { object -> (Int64, Int64)? in
            let primary = object.required("primary")?.integer()
            let listedAt = object.required("listedAt")?.integer()
            return primary.flatMap { primary in listedAt.map { (primary, $0) } }
        }
        guard let content = id.flatMap(items.content) else { return nil }
        var found: FoundItem?
        if let (primary, listedAt) = position, case .item(let row) = content {
            let id = items.snapshot.id(of: row)
            found = FoundItem(row, at: SortPosition(primary: primary, listedAt: listedAt, id: id))
        }
        let distance = meters.map { Distance(meters: Double($0)) }
        self.init(
            content,
            marks: ItemMarks(isNew: isNew, distance: distance, match: match),
            reason: reason,
            found: found
        )
    }
}
