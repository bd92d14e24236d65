import Catalogue
import HomeFeed
import JSON

extension UserAction {
    /// Reads the body of `PUT /users/{user}/widgets`: `{"segment": "homes", "hidden": ["brands"], "pinned": ["nearby"],
    /// "order": ["last-search", "recommendations"]}`. A list that is missing is empty.
    /// - Throws: ``BodyError`` with all errors.
    init(arrangement body: some Sequence<UInt8>, of feed: HomeFeed) throws(BodyError) {
        self = try BodyError.read(body) { object -> UserAction? in
            let segment = object.required("segment")?.choice("segment", among: feed.config.segmentIDs)
            // Made once for all widgets of the body.
            let known = segment.map { Dictionary(uniqueKeysWithValues: feed.widgets(ofSegment: $0).map { ($0, $0) }) }
            func list(_ name: String) -> [String] {
                guard let value = object.optional(name) else { return [] }
                let widgets = value.array(of: "widgets", 0...WidgetArrangement.maximumCount) { element in
                    if let known { element.choice("widget", among: known) } else { element.string() }
                }
                value.reportRepeated(widgets ?? [], "widget")
                return widgets ?? []
            }
            let arrangement = WidgetArrangement(hidden: list("hidden"), pinned: list("pinned"), order: list("order"))
            return segment.map { .arranged(arrangement, segment: $0) }
        }
    }
}
