@testable import HomeFeed

private let grid = #""layout": "HomeWidgetGrid""#
private let sources = (SourceTable.names + [WidgetPart.composed]).sorted()
    .map { #""\#($0)""# }.joined(separator: ", ")
private let nearby = #""source": {"kind": "nearby"}"#

/// Members of a widget, each with what is wrong with them: the path below the widget, and the message.
let wrongWidgets: [(String, String)] = [
    (#"\#(grid), \#(nearby), "tile": "A""#, #": unknown key "tile"; did you mean "title"?"#),
    (
        #""layout": "HomeWidgetProductXLL", \#(nearby)"#,
        #".layout: unknown layout "HomeWidgetProductXLL"; did you mean "HomeWidgetProductXL"?"#
    ),
    (#""layout": 7, \#(nearby)"#, ".layout: expected a layout, found 7"),
    (nearby, #": "layout" is missing"#),
    (grid, #": "source" is missing"#),
    (#"\#(grid), "source": {"kind": "nerby"}"#, #".source.kind: unknown source "nerby"; did you mean "nearby"?"#),
    (
        #"\#(grid), "source": {"kind": "compsed"}"#,
        #".source.kind: unknown source "compsed"; did you mean "composed"?"#
    ),
    (
        #"\#(grid), "source": {"kind": "weather", "city": "Toledo"}"#,
        #".source.kind: unknown source "weather"; expected one of \#(sources)"#
    ),
    (#"\#(grid), "source": "nearby""#, #".source: expected an object, found "nearby""#),
    (#"\#(grid), "source": {"radius": 5}"#, #".source: "kind" is missing"#),
    (
        #"\#(grid), "source": {"kind": "nearby", "radus": 5}"#,
        #".source: unknown key "radus"; did you mean "radius"?"#
    ),
    (
        #"\#(grid), "source": {"kind": "nearby", "radius": 0}"#,
        ".source.radius: expected a number from 1 to 20037508, found 0"
    ),
    (
        #"\#(grid), "source": {"kind": "brands", "limit": 7}"#,
        #".source: unknown key "limit"; expected one of "fatigue", "kind""#
    ),
    (
        #"\#(grid), "source": {"kind": "popular", "halfLife": 2}"#,
        ".source.halfLife: expected 1, 7 or 30 days, found 2"
    ),
    (
        #"\#(grid), "source": {"kind": "popular", "halfLife": 7, "sort": "price"}"#,
        #".source: unknown key "sort"; expected one of "fatigue", "filter", "halfLife", "kind", "of""#
    ),
    (
        #"\#(grid), "source": {"kind": "recommendations", "perGroup": {"attribute": "bedrooms"}}"#,
        #".source.perGroup.attribute: unknown attribute "bedrooms"; expected one of "brand", "category", "type""#
    ),
    (
        #"\#(grid), "source": {"kind": "recommendations", "perGroup": {"max": 0}}"#,
        ".source.perGroup.max: expected a whole number from 1 to 100, found 0"
    ),
    (
        #"\#(grid), "source": {"kind": "recommendations", "deadline": 0}"#,
        ".source.deadline: expected a whole number from 1 to 60000, found 0"
    ),
    (
        #"\#(grid), "source": {"kind": "recommendations", "failure": "fatal"}"#,
        #".source.failure: unknown failure policy "fatal"; expected one of "essential", "optional""#
    ),
    (
        #"\#(grid), "source": {"kind": "recommendations", "fallbacks": [{"kind": "brand"}]}"#,
        #".source.fallbacks[0].kind: unknown source "brand"; did you mean "brands"?"#
    ),
    (
        #"\#(grid), "source": {"kind": "recommendations", "fallbacks": [{"kind": "brands", "deadline": 3}]}"#,
        #".source.fallbacks[0]: unknown key "deadline"; expected "kind""#
    ),
    (
        #"""
        \#(grid), "source": {"kind": "recommendations", "fallbacks": [{"kind": "infoCard", "id": "i", "title": "T",
        "text": "T"}]}
        """#,
        ".source.fallbacks[0]: a fallback finds items of the catalogue; for a card, use whenNothingFound"
    ),
    (
        #"\#(grid), "source": {"kind": "lastSearch", "deadline": 80}"#,
        #".source: unknown key "deadline"; expected one of "failure", "fallbacks", "fatigue", "kind""#
    ),
    (
        #"\#(grid), "source": {"kind": "nearby", "maxStale": 60}"#,
        #".source: unknown key "maxStale"; expected one of "fatigue", "filter", "kind", "of", "radius", "sort""#
    ),
    (
        #"\#(grid), "source": {"kind": "recommendations", "maxStale": 86401}"#,
        ".source.maxStale: expected a whole number from 0 to 86400, found 86401"
    ),
    (
        #"\#(grid), "source": {"kind": "infoCard", "id": "i", "title": "T", "text": "T", "maxStale": 3}"#,
        #".source: unknown key "maxStale"; expected one of "href", "id", "image", "kind", "text", "title""#
    ),
    (#"\#(grid), \#(nearby), "minimum": 0"#, ".minimum: expected a whole number from 1 to 100, found 0"),
    (#"\#(grid), \#(nearby), "limit": 0"#, ".limit: expected a whole number from 1 to 100, found 0"),
    (#"\#(grid), \#(nearby), "limit": 101"#, ".limit: expected a whole number from 1 to 100, found 101"),
    (#"\#(grid), \#(nearby), "limit": 1.5"#, ".limit: expected a whole number from 1 to 100, found 1.5"),
    (#"\#(grid), \#(nearby), "title": """#, #".title: expected a text that is not empty, found """#),
    (#"\#(grid), \#(nearby), "title": "In {market""#, #".title: "{" is never closed"#),
    (
        #"\#(grid), \#(nearby), "title": "In {markt|x}""#,
        #".title: unknown word in a title; did you mean "market"?"#
    ),
    (#"\#(grid), \#(nearby), "title": "In {}""#, #".title: unknown word in a title; expected one of "market", "item""#),
    (
        #"\#(grid), \#(nearby), "subtitle": "A""#,
        ": without a title there is no header to show a subtitle or to lead anywhere"
    ),
    (
        #"\#(grid), \#(nearby), "href": "/map""#,
        ": without a title there is no header to show a subtitle or to lead anywhere"
    ),
    (#"\#(grid), \#(nearby), "footer": {"title": "All"}"#, #".footer: "href" is missing"#),
    (#"\#(grid), \#(nearby), "whenEmpty": {"id": "a", "title": "A"}"#, #".whenEmpty: "text" is missing"#),
    (#"\#(grid), \#(nearby), "style": {"rows": 2}"#, ".style: this layout has no rows"),
    (#"\#(grid), \#(nearby), "style": {"colums": 3}"#, #".style: unknown key "colums"; did you mean "columns"?"#),
    (
        #"\#(grid), \#(nearby), "style": {"columns": 13}"#,
        ".style.columns: expected a whole number from 1 to 12, found 13"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"aspectRatio": "4x3"}"#,
        #".style.aspectRatio: expected a ratio width:height such as 4:3, between 1:10 and 10:1, found "4x3""#
    ),
    (
        #"\#(grid), \#(nearby), "style": {"aspectRatio": 1.5}"#,
        ".style.aspectRatio: expected a ratio width:height such as 4:3, between 1:10 and 10:1, found 1.5"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"contentInsets": {"leading": 100, "trailing": 90}}"#,
        ".style: on a screen 200 points wide the insets and spacings leave an item less than 8 points"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"contentInsets": {"left": 8}}"#,
        #".style.contentInsets: unknown key "left"; expected one of "bottom", "leading", "top", "trailing""#
    ),
    (
        #"\#(grid), \#(nearby), "style": {"columnSpacing": -1}"#,
        ".style.columnSpacing: expected a number from 0 to 500, found -1"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"caption": {"lines": ["body","body","body","body","body","body","body","body","body","body","body"]}}"#,
        ".style: caption must be at most 10 lines, the padding from 0 to 500 points"
    ),
    (#"\#(grid), \#(nearby), "style": {"caption": {"padding": {}}}"#, #".style.caption: "lines" is missing"#),
    (
        #"\#(grid), \#(nearby), "style": {"from": [{"columns": 3}]}"#,
        #".style.from[0]: expected "width", "textScale" or both"#
    ),
    (
        #"\#(grid), \#(nearby), "style": {"from": [{"textScale": 4, "columns": 1}]}"#,
        ".style.from[0].textScale: expected a number from 0.8 to 3.2, found 4"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"caption": {"lines": ["huge"]}}"#,
        #".style.caption.lines[0]: unknown text style "huge"; expected one of "badge", "body", "chip", "display", "#
            + #""headline", "label", "largeTitle", "link", "subtitle", "title""#
    ),
    (
        #"\#(grid), \#(nearby), "style": {"caption": {"lines": [{"style": "body", "maxLines": 11}]}}"#,
        ".style.caption.lines[0].maxLines: expected a whole number from 1 to 10, found 11"
    ),
    (
        #"\#(grid), \#(nearby), "background": {"section": ""}"#,
        #".background.section: expected 1 to 128 visible ASCII characters without '/', found """#
    ),
    (
        #"\#(grid), \#(nearby), "style": {"from": [{"width": 700, "rows": 2}]}"#,
        ".style.from[0]: this layout has no rows"
    ),
    (
        #"\#(grid), \#(nearby), "style": {"from": [{"width": 9000}]}"#,
        ".style.from[0].width: expected a number from 0 to 2048, found 9000"
    ),
    (#"\#(grid), "source": {"kind": "composed"}"#, #".source: "parts" is missing"#),
    (
        #"\#(grid), "source": {"kind": "composed", "parts": []}"#,
        ".source.parts: expected 1 to 16 parts, found a list of 0"
    ),
    (
        #"\#(grid), "source": {"kind": "composed", "parts": [{"position": 2}]}"#,
        #".source.parts[0]: "source" is missing"#
    ),
    (
        #"\#(grid), "source": {"kind": "composed", "parts": [{\#(nearby), "position": -1}]}"#,
        ".source.parts[0].position: expected a whole number from 0 to 100, found -1"
    ),
    (
        #"\#(grid), "source": {"kind": "composed", "parts": [{\#(nearby), "limit": 0}]}"#,
        ".source.parts[0].limit: expected a whole number from 1 to 100, found 0"
    ),
    (
        #"\#(grid), "source": {"kind": "composed", "parts": [{\#(nearby)}], "limit": 5}"#,
        #".source: unknown key "limit"; expected one of "kind", "parts""#
    ),
    (
        #"\#(grid), "source": {"kind": "banners", "items": []}"#,
        ".source.items: expected 1 to 100 banners, found a list of 0"
    ),
    (
        #"\#(grid), "source": {"kind": "banners", "items": [{"id": "a", "title": "A"}]}"#,
        #".source.items[0]: "href" is missing"#
    ),
    (#"\#(grid), "source": {"kind": "infoCard", "id": "a", "title": "A"}"#, #".source: "text" is missing"#),
    (
        #"\#(grid), "source": {"kind": "loadMore", "id": "a/b", "title": "A", "href": "/"}"#,
        #".source.id: expected 1 to 128 visible ASCII characters without '/', found "a/b""#
    ),
    (
        #"\#(grid), "source": {"kind": "items", "filter": {"price": {"min": 2, "max": 1}}}"#,
        ".source.filter.price: min is greater than max"
    ),
    (
        #"\#(grid), "source": {"kind": "items", "filter": {"collection": "new in"}}"#,
        #".source.filter.collection: expected 1 to 128 visible ASCII characters without '/', found "new in""#
    ),
    (
        #"\#(grid), \#(nearby), "clientFilters": [{"id": "a b", "title": "A", "filter": {}}]"#,
        #".clientFilters[0].id: expected a lowercase letter, then up to 31 letters or digits, found "a b""#
    ),
    (
        #"\#(grid), \#(nearby), "clientFilters": [{"id": "a", "title": "A", "filter": {}}, {"id": "a", "title": "B", "filter": {}}]"#,
        #".clientFilters: two filters have the id "a""#
    ),
    (
        #"\#(grid), \#(nearby), "clientFilters": [{"id": "a", "title": "A", "filter": {"collection": "sale"}}]"#,
        ".clientFilters[0].filter: a client's filter can name neither a place nor a collection"
    ),
    (
        #"\#(grid), \#(nearby), "clientFilters": [{"id": "a", "title": "A", "filter": {"bedroms": {"min": 4}}}]"#,
        #".clientFilters[0].filter: unknown key "bedroms"; did you mean "bedrooms"?"#
    ),
    (
        #"\#(grid), \#(nearby), "clientSorts": [{"id": "a", "title": "A", "sort": "bedroms"}]"#,
        #".clientSorts[0].sort: unknown sort "bedroms"; did you mean "bedrooms"?"#
    ),
    (
        #"\#(grid), \#(nearby), "clientSorts": []"#,
        ".clientSorts: expected 1 to 16 sorts, found a list of 0"
    ),
    (
        #"\#(grid), "source": {"kind": "lastSearch"}, "clientFilters": [{"id": "a", "title": "A", "filter": {}}]"#,
        ".clientFilters: a client can filter and sort a widget of one source that takes a filter"
    ),
    (
        #"\#(grid), "source": {"kind": "similar"}, "clientSorts": [{"id": "a", "title": "A", "sort": "price"}]"#,
        ".clientSorts: the source has an order of its own"
    ),
    (
        #"\#(grid), "source": {"kind": "similar", "sort": "price"}"#,
        #".source: unknown key "sort"; expected one of "failure", "fallbacks", "fatigue", "filter", "kind", "of""#
    ),
]
