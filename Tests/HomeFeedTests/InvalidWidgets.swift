@testable import HomeFeed

private let grid = #""layout": "HomeWidgetGrid""#
private let sources = (SourceKind.names + [WidgetPart.composed]).sorted()
    .map { #""\#($0)""# }.joined(separator: ", ")
private let nearby = #""source": {"kind": "nearby"}"#

/// Members of a widget, each with what is wrong with them: the path below the widget, and the message.
let wrongWidgets: [(String, String)] = [
    members(#""tile": "A""#, #": unknown key "tile"; did you mean "title"?"#),
    (
        #""layout": "HomeWidgetProductXLL", \#(nearby)"#,
        #".layout: unknown layout "HomeWidgetProductXLL"; did you mean "HomeWidgetProductXL"?"#
    ),
    (#""layout": 7, \#(nearby)"#, ".layout: expected a layout, found 7"),
    (nearby, #": "layout" is missing"#),
    (grid, #": "source" is missing"#),
    source(#"{"kind": "nerby"}"#, #".kind: unknown source "nerby"; did you mean "nearby"?"#),
    source(#"{"kind": "compsed"}"#, #".kind: unknown source "compsed"; did you mean "composed"?"#),
    source(#"{"kind": "weather", "city": "Toledo"}"#, #".kind: unknown source "weather"; expected one of \#(sources)"#),
    source(#""nearby""#, #": expected an object, found "nearby""#),
    source(#"{"radius": 5}"#, #": "kind" is missing"#),
    source(#"{"kind": "nearby", "radus": 5}"#, #": unknown key "radus"; did you mean "radius"?"#),
    source(#"{"kind": "nearby", "radius": 0}"#, ".radius: expected a number from 1 to 20037508, found 0"),
    source(#"{"kind": "brands", "limit": 7}"#, #": unknown key "limit"; expected one of "fatigue", "kind""#),
    source(#"{"kind": "popular", "halfLife": 2}"#, ".halfLife: expected 1, 7 or 30 days, found 2"),
    source(
        #"{"kind": "popular", "halfLife": 7, "sort": "price"}"#,
        #": unknown key "sort"; expected one of "fatigue", "filter", "halfLife", "kind", "of""#
    ),
    source(
        #"{"kind": "recommendations", "perGroup": {"attribute": "bedrooms"}}"#,
        #".perGroup.attribute: unknown attribute "bedrooms"; expected one of "brand", "category", "type""#
    ),
    source(
        #"{"kind": "recommendations", "perGroup": {"max": 0}}"#,
        ".perGroup.max: expected a whole number from 1 to 100, found 0"
    ),
    source(
        #"{"kind": "recommendations", "deadline": 0}"#,
        ".deadline: expected a whole number from 1 to 60000, found 0"
    ),
    source(
        #"{"kind": "recommendations", "failure": "fatal"}"#,
        #".failure: unknown failure policy "fatal"; expected one of "essential", "optional""#
    ),
    source(
        #"{"kind": "recommendations", "fallbacks": [{"kind": "brand"}]}"#,
        #".fallbacks[0].kind: unknown source "brand"; did you mean "brands"?"#
    ),
    source(
        #"{"kind": "recommendations", "fallbacks": [{"kind": "brands", "deadline": 3}]}"#,
        #".fallbacks[0]: unknown key "deadline"; expected "kind""#
    ),
    (
        #"""
        \#(grid), "source": {"kind": "recommendations", "fallbacks": [{"kind": "infoCard", "id": "i", "title": "T",
        "text": "T"}]}
        """#,
        ".source.fallbacks[0]: a fallback finds items of the catalogue; for a card, use whenNothingFound"
    ),
    source(
        #"{"kind": "lastSearch", "deadline": 80}"#,
        #": unknown key "deadline"; expected one of "failure", "fallbacks", "fatigue", "kind""#
    ),
    source(
        #"{"kind": "nearby", "maxStale": 60}"#,
        #": unknown key "maxStale"; expected one of "fatigue", "filter", "kind", "of", "radius", "sort""#
    ),
    source(
        #"{"kind": "recommendations", "maxStale": 86401}"#,
        ".maxStale: expected a whole number from 0 to 86400, found 86401"
    ),
    source(
        #"{"kind": "infoCard", "id": "i", "title": "T", "text": "T", "maxStale": 3}"#,
        #": unknown key "maxStale"; expected one of "href", "id", "image", "kind", "text", "title""#
    ),
    members(#""minimum": 0"#, ".minimum: expected a whole number from 1 to 100, found 0"),
    members(#""limit": 0"#, ".limit: expected a whole number from 1 to 100, found 0"),
    members(#""limit": 101"#, ".limit: expected a whole number from 1 to 100, found 101"),
    members(#""limit": 1.5"#, ".limit: expected a whole number from 1 to 100, found 1.5"),
    (#"\#(grid), \#(nearby), "title": """#, #".title: expected a text that is not empty, found """#),
    members(#""title": "In {market""#, #".title: "{" is never closed"#),
    members(#""title": "In {markt|x}""#, #".title: unknown word in a title; did you mean "market"?"#),
    members(#""title": "In {}""#, #".title: unknown word in a title; expected one of "market", "item""#),
    members(#""subtitle": "A""#, ": without a title there is no header to show a subtitle or to lead anywhere"),
    members(#""href": "/map""#, ": without a title there is no header to show a subtitle or to lead anywhere"),
    members(#""footer": {"title": "All"}"#, #".footer: "href" is missing"#),
    members(#""whenEmpty": {"id": "a", "title": "A"}"#, #".whenEmpty: "text" is missing"#),
    style(#"{"rows": 2}"#, ": this layout has no rows"),
    style(#"{"colums": 3}"#, #": unknown key "colums"; did you mean "columns"?"#),
    (
        #""layout": "HomeWidgetProductL", \#(nearby), "style": {"visibleItems": 0.999}"#,
        ".style.visibleItems: expected a number from 1 to 20, found 0.999"
    ),
    (
        #""layout": "HomeWidgetProductL", \#(nearby), "style": {"rows": 0}"#,
        ".style.rows: expected a whole number from 1 to 10, found 0"
    ),
    style(#"{"imageLimit": 11}"#, ".imageLimit: expected a whole number from 1 to 10, found 11"),
    style(#"{"separator": {"leading": 501}}"#, ".separator.leading: expected a number from 0 to 500, found 501"),
    style(#"{"columns": 13}"#, ".columns: expected a whole number from 1 to 12, found 13"),
    style(
        #"{"aspectRatio": "4x3"}"#,
        #".aspectRatio: expected a ratio width:height such as 4:3, between 1:10 and 10:1, found "4x3""#
    ),
    style(
        #"{"aspectRatio": 1.5}"#,
        ".aspectRatio: expected a ratio width:height such as 4:3, between 1:10 and 10:1, found 1.5"
    ),
    style(
        #"{"contentInsets": {"leading": 100, "trailing": 90}}"#,
        ": on a screen 200 points wide the insets and spacings leave an item less than 8 points"
    ),
    style(
        #"{"contentInsets": {"left": 8}}"#,
        #".contentInsets: unknown key "left"; expected one of "bottom", "leading", "top", "trailing""#
    ),
    style(#"{"columnSpacing": -1}"#, ".columnSpacing: expected a number from 0 to 500, found -1"),
    style(
        #"{"caption": {"lines": ["body","body","body","body","body","body","body","body","body","body","body"]}}"#,
        ".caption.lines: expected 0 to 10 lines, found a list of 11"
    ),
    style(#"{"caption": {"padding": {}}}"#, #".caption: "lines" is missing"#),
    style(#"{"from": [{"columns": 3}]}"#, #".from[0]: expected "width", "textScale" or both"#),
    style(
        #"{"from": [{"textScale": 4, "columns": 1}]}"#,
        ".from[0].textScale: expected a number from 0.8 to 3.2, found 4"
    ),
    style(
        #"{"caption": {"lines": ["huge"]}}"#,
        #".caption.lines[0]: unknown text style "huge"; expected one of "badge", "body", "chip", "display", "#
            + #""headline", "label", "largeTitle", "link", "subtitle", "title""#
    ),
    style(
        #"{"caption": {"lines": [{"style": "body", "maxLines": 11}]}}"#,
        ".caption.lines[0].maxLines: expected a whole number from 1 to 10, found 11"
    ),
    (
        #"\#(grid), \#(nearby), "background": {"section": ""}"#,
        #".background.section: unknown colour of the palette ""; there are none"#
    ),
    style(#"{"from": [{"width": 700, "rows": 2}]}"#, ".from[0]: this layout has no rows"),
    style(#"{"from": [{"width": 9000}]}"#, ".from[0].width: expected a number from 0 to 2048, found 9000"),
    source(#"{"kind": "composed"}"#, #": "parts" is missing"#),
    source(#"{"kind": "composed", "parts": []}"#, ".parts: expected 1 to 16 parts, found a list of 0"),
    source(#"{"kind": "composed", "parts": [{"position": 2}]}"#, #".parts[0]: "source" is missing"#),
    source(
        #"{"kind": "composed", "parts": [{\#(nearby), "position": -1}]}"#,
        ".parts[0].position: expected a whole number from 0 to 100, found -1"
    ),
    source(
        #"{"kind": "composed", "parts": [{\#(nearby), "limit": 0}]}"#,
        ".parts[0].limit: expected a whole number from 1 to 100, found 0"
    ),
    source(
        #"{"kind": "composed", "parts": [{\#(nearby)}], "limit": 5}"#,
        #": unknown key "limit"; expected one of "kind", "parts""#
    ),
    source(#"{"kind": "banners", "items": []}"#, ".items: expected 1 to 100 banners, found a list of 0"),
    source(#"{"kind": "banners", "items": [{"id": "a", "title": "A"}]}"#, #".items[0]: "href" is missing"#),
    source(#"{"kind": "infoCard", "id": "a", "title": "A"}"#, #": "text" is missing"#),
    source(
        #"{"kind": "loadMore", "id": "a/b", "title": "A", "href": "/"}"#,
        #".id: expected 1 to 128 visible ASCII characters without '/', found "a/b""#
    ),
    source(#"{"kind": "items", "filter": {"price": {"min": 2, "max": 1}}}"#, ".filter.price: min is greater than max"),
    source(
        #"{"kind": "items", "filter": {"collection": "new in"}}"#,
        #".filter.collection: expected 1 to 128 visible ASCII characters without '/', found "new in""#
    ),
    members(
        #""clientFilters": [{"id": "a b", "title": "A", "filter": {}}]"#,
        #".clientFilters[0].id: expected a lowercase letter, then up to 31 letters or digits, found "a b""#
    ),
    members(
        #""clientFilters": [{"id": "a", "title": "A", "filter": {}}, {"id": "a", "title": "B", "filter": {}}]"#,
        #".clientFilters: two filters have the id "a""#
    ),
    members(
        #""clientFilters": [{"id": "a", "title": "A", "filter": {"collection": "sale"}}]"#,
        ".clientFilters[0].filter: a client's filter can name neither a place nor a collection"
    ),
    members(
        #""clientFilters": [{"id": "a", "title": "A", "filter": {"bedroms": {"min": 4}}}]"#,
        #".clientFilters[0].filter: unknown key "bedroms"; did you mean "bedrooms"?"#
    ),
    members(
        #""clientSorts": [{"id": "a", "title": "A", "sort": "bedroms"}]"#,
        #".clientSorts[0].sort: unknown sort "bedroms"; did you mean "bedrooms"?"#
    ),
    members(#""clientSorts": []"#, ".clientSorts: expected 1 to 16 sorts, found a list of 0"),
    (
        #"\#(grid), "source": {"kind": "lastSearch"}, "clientFilters": [{"id": "a", "title": "A", "filter": {}}]"#,
        ".clientFilters: a client can filter and sort a widget of one source that takes a filter"
    ),
    (
        #"\#(grid), "source": {"kind": "similar"}, "clientSorts": [{"id": "a", "title": "A", "sort": "price"}]"#,
        ".clientSorts: the source has an order of its own"
    ),
    source(
        #"{"kind": "similar", "sort": "price"}"#,
        #": unknown key "sort"; expected one of "failure", "fallbacks", "fatigue", "filter", "kind", "of""#
    ),
]

private func members(_ members: String, _ finding: String) -> (String, String) {
    (#"\#(grid), \#(nearby), \#(members)"#, finding)
}

/// - Parameter finding: the path below the source, and the message.
private func source(_ source: String, _ finding: String) -> (String, String) {
    (#"\#(grid), "source": \#(source)"#, ".source" + finding)
}

/// - Parameter finding: the path below the style, and the message.
private func style(_ style: String, _ finding: String) -> (String, String) {
    members(#""style": \#(style)"#, ".style" + finding)
}
