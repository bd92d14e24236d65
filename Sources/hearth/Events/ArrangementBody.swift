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
            let segment = object.required("segment")?.choice("segment", among: feed.config.segmentIDs)
            let known = segment.map { feed.widgets(ofSegment: $0) }
            func list(_ name: String) -> [String] {
                guard let value = object.optional(name) else { return [] }
                let widgets = value.array(of: "widgets", 0...WidgetArrangement.maximumCount) { element in
                    if let known { element.choice("widget", among: known) } else { element.string() }
                }
                value.reportRepeated(widgets ?? [], "widget")
                return widgets ?? []
            }
            let arrangement = WidgetArrangement(hidden: list("hidden"), pinned: list("pinned"), order: list("order"))
            return segment.map { ($0, arrangement) }
        }
    }
}
