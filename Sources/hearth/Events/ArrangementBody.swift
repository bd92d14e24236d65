import Catalogue
import HomeFeed
import JSON

/// The body of `PUT /users/{user}/widgets`: `{"segment": "homes", "hidden": ["brands"], "pinned": ["nearby"], "order":
/// ["last-search", "recommendations"]}`. A list that is missing is empty.
struct ArrangementBody {
    let segment: String
    let arrangement: WidgetArrangement

    /// - Throws: ``BodyError`` with all errors.
    init(_ body: some Sequence<UInt8>, of feed: HomeFeed) throws(BodyError) {
        (segment, arrangement) = try BodyError.read(body) { object -> (String, WidgetArrangement)? in
            let segments = Dictionary(uniqueKeysWithValues: feed.segments.map { ($0, $0) })
            let segment = object.required("segment")?.choice("segment", among: segments)
            let known = segment.map { feed.widgets(ofSegment: $0) } ?? []
            var lists: [[String]] = []
            for name in ["hidden", "pinned", "order"] {
                guard let value = object.optional(name) else {
                    lists.append([])
                    continue
                }
                let widgets = value.array(of: "widgets", 0...WidgetArrangement.maximumCount) { element in
                    segment == nil
                        ? element.string()
                        : element.choice("widget", among: Dictionary(uniqueKeysWithValues: known.map { ($0, $0) }))
                }
                value.reportRepeated(widgets ?? [], "widget")
                lists.append(widgets ?? [])
            }
            guard let segment else { return nil }
            return (segment, WidgetArrangement(hidden: lists[0], pinned: lists[1], order: lists[2]))
        }
    }
}
