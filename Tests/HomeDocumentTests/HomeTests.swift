import Bytes
import Contract
import Foundation
import HomeDocument
import HomeLayout
import Testing

struct Written {
    let json: String
    let revision: Revision
}

/// A home is the agreed bytes, and valid by the contract.
@Suite struct `A home` {
    @Test func `is the golden document, byte for byte`() throws {
        let written = try SmallHome().written()
        #expect(written.json == Self.golden)
        #expect(written.json.contains("\"revision\":\"\(written.revision)\",\"locale\""))
    }

    @Test func `is valid by the contract, with one widget of each state`() throws {
        #expect(try Contract.repository.get().faults(of: SmallHome().written().json.utf8, as: "Home") == [])
    }

    @Test func `offers chips behind a widget's header and badge`() throws {
        var small = try SmallHome()
        small.filters = [Chip(id: "open", title: "Open \"now\"", selected: true, href: "/a?x=1")]
        small.sorts = [
            Chip(id: "price", title: "Price", selected: false, href: "/b"),
            Chip(id: "rating", title: "Rating", selected: false, href: "/c"),
        ]
        let json = try small.written().json
        #expect(
            json.contains(
                #"""
                "badge":{"count":1,"text":"1 new"},"filters":[{"id":"open","title":"Open \"now\"","selected":true,\#
                "href":"/a?x=1"}],"sorts":[{"id":"price","title":"Price","selected":false,"href":"/b"},\#
                {"id":"rating","title":"Rating","selected":false,"href":"/c"}],"metrics":
                """#
            )
        )
        #expect(try Contract.repository.get().faults(of: json.utf8, as: "Home") == [])
    }

    @Test func `is the same bytes for the same content`() throws {
        #expect(try SmallHome().written().json == SmallHome().written().json)
    }

    @Test func `is read by Foundation`() throws {
        let json = try SmallHome().written().json
        let home = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let widgets = try #require(home["homeWidgets"] as? [[String: Any]])
        #expect(home["schema"] as? Int == Home.schema)
        #expect(
            widgets.map { $0["layout"] as? String } == [
                "HomeWidgetBanner", "HomeWidgetProductL", "HomeWidgetBrand", "HomeWidgetProductM", "HomeWidgetMap",
            ]
        )
        #expect(widgets.allSatisfy { $0["title"] is String && $0["metrics"] is [String: Any] && $0["items"] is [Any] })
        let listing = try #require((widgets[1]["items"] as? [[String: Any]])?.first)
        #expect(listing["title"] as? String == "A \"quiet\" house")
    }

    private static let golden = #"""
        {"schema":1,"revision":"4762ef4c2a4159c3","locale":"en","direction":"ltr",\#
        "device":{"width":390,"scale":3,"textScale":1},\#
        "header":{"kind":"empty","metrics":{"y":0,"height":0,"padding":{"top":0,"leading":0,"bottom":0,\#
        "trailing":0}}},"segments":[\#
        {"id":"homes","title":"Homes","active":true},\#
        {"id":"style","title":"Style","active":false,"href":"/home?segment=style&width=390"}],\#
        "experiments":[{"id":"map-first","arm":"map"}],\#
        "shown":"AV0vVxkJxXk4yRJ1ozsYdGTvmVN2Y5SObiHPT6w","contentHeight":1102.333,"homeWidgets":[\#
        {"id":"spring","title":"","layout":"HomeWidgetBanner","state":"loaded","revision":"503fb5378739cf46",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzBnNwcmluZwltYXAtZmlyc3QDbWFw",\#
        "header":{"kind":"empty","metrics":{"y":20,"height":0,"padding":{"top":0,"leading":0,"bottom":0,\#
        "trailing":0}}},"metrics":{"y":20,"height":143.333,"visibleItems":1,"rows":1,\#
        "rowHeight":143.333,"itemSize":{"width":358,"height":143.333},"imageSize":{"width":358,"height":143.333},\#
        "captionHeight":0,"contentInsets":{"top":0,"leading":16,"bottom":0,"trailing":16},"columnSpacing":8,\#
        "rowSpacing":8,"scroll":"horizontal","itemOrder":"column"},"items":[\#
        {"id":"banner:spring","kind":"banner","title":"Spring","href":"/spring","accessibilityLabel":"Spring",\#
        "revision":"2ce5ff79cf3c7274",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzBnNwcmluZwltYXAtZmlyc3QDbWFw.0.banners",\#
        "image":{"url":"/images/spring.jpg?w=1074&h=430","width":1074,"height":430}}]},\#
        {"id":"last-search","title":"New in Toledo","layout":"HomeWidgetProductL","state":"stale",\#
        "revision":"444d8e9f450695e2",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzC2xhc3Qtc2VhcmNoCW1hcC1maXJzdANtYXA",\#
        "header":{"kind":"tappable","title":"New in Toledo",\#
        "subtitle":"Houses under $250,000","href":"/search","metrics":{"y":187.333,"height":44,"padding":{"top":8,\#
        "leading":16,"bottom":8,"trailing":16}}},"badge":{"count":1,"text":"1 new"},"metrics":{"y":231.333,\#
        "height":171.333,"visibleItems":2.5,"rows":1,"rowHeight":171.333,"itemSize":{"width":143,\#
        "height":171.333},"imageSize":{"width":143,"height":107.333},"captionHeight":64,"contentInsets":{"top":0,\#
        "leading":16,"bottom":0,"trailing":16},"columnSpacing":8,"rowSpacing":8,\#
        "scroll":"horizontal","itemOrder":"column"},"age":42,"items":[\#
        {"id":"listing:7129300520","kind":"listing","title":"A \"quiet\" house","price":{"amount":22190000,\#
        "currency":"USD","formatted":"$221,900"},"type":"house","market":"toledo",\#
        "listedAt":"1996-04-23","href":"/listings/7129300520",\#
        "accessibilityLabel":"A \"quiet\" house, $221,900","revision":"0dd3430fa3ece3f2",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzC2xhc3Qtc2VhcmNoCW1hcC1maXJzdANtYXA.0.lastSearch",\#
        "isNew":true,"distance":{"meters":1234,"text":"1.2 km"},"match":"similar","reason":{"kind":"over_budget",\#
        "text":"4% over your budget"},"accessibilityValue":"New, 1.2 km away, 4% over your budget",\#
        "image":{"url":"https://img.example/a.jpg?w=429&h=322","width":429,\#
        "height":322}}],"loadMore":{"href":"/home/widgets/last-search?cursor=x"}},\#
        {"id":"brands","title":"Your brands","layout":"HomeWidgetBrand","state":"loaded",\#
        "revision":"9175cadd66d11589",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzBmJyYW5kcwltYXAtZmlyc3QDbWFw",\#
        "header":{"kind":"plain","title":"Your brands","metrics":{"y":426.667,\#
        "height":44,"padding":{"top":8,"leading":16,"bottom":8,"trailing":16}}},"metrics":{"y":470.667,\#
        "height":64,"visibleItems":1,"rows":1,"columns":1,"rowHeight":64,"itemSize":{"width":358,"height":64},\#
        "captionHeight":64,"contentInsets":{"top":0,"leading":16,"bottom":0,"trailing":16},\#
        "columnSpacing":8,"rowSpacing":0,"separator":{"leading":16,"trailing":0,"thickness":0.333},\#
        "scroll":"vertical","itemOrder":"row"},"items":[\#
        {"id":"brand:comme-des-garcons","kind":"brand","title":"Comme des Garçons",\#
        "href":"/brands/comme-des-garcons",\#
        "accessibilityLabel":"Comme des Garçons","revision":"7762164c7fc6db22",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzBmJyYW5kcwltYXAtZmlyc3QDbWFw.0.brands"}],\#
        "footer":{"title":"All brands","href":"/brands","metrics":{"y":534.667,\#
        "height":44,"padding":{"top":8,"leading":16,"bottom":8,"trailing":16}}}},\#
        {"id":"recommendations","title":"For you","layout":"HomeWidgetProductM","state":"error",\#
        "revision":"3bdfab84156f8d2d",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzD3JlY29tbWVuZGF0aW9ucwltYXAtZmlyc3QDbWFw",\#
        "header":{"kind":"plain","title":"For you","metrics":{"y":602.667,\#
        "height":44,"padding":{"top":8,"leading":16,"bottom":8,"trailing":16}}},"metrics":{"y":646.667,\#
        "height":139,"visibleItems":3.5,"rows":1,"rowHeight":139,"itemSize":{"width":100,\#
        "height":139},"imageSize":{"width":100,"height":75},"captionHeight":64,"contentInsets":{"top":0,\#
        "leading":16,"bottom":0,"trailing":16},"columnSpacing":8,"rowSpacing":8,\#
        "scroll":"horizontal","itemOrder":"column"},"error":{"code":"upstream_timeout",\#
        "message":"The recommendations took too long.","retryAfter":2},\#
        "retry":{"href":"/home/widgets/recommendations?width=390"},"items":[]},\#
        {"id":"nearby","title":"","layout":"HomeWidgetMap","state":"deferred","revision":"15010f5adae5633a",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzBm5lYXJieQltYXAtZmlyc3QDbWFw",\#
        "header":{"kind":"empty","metrics":{"y":809.667,"height":0,"padding":{"top":0,"leading":0,"bottom":0,\#
        "trailing":0}}},"metrics":{"y":809.667,"height":268.667,"visibleItems":1,"rows":1,\#
        "rowHeight":268.667,"itemSize":{"width":358,"height":268.667},"captionHeight":0,\#
        "contentInsets":{"top":0,"leading":16,"bottom":0,"trailing":16},"columnSpacing":8,"rowSpacing":8,\#
        "scroll":"none"},"href":"/home/widgets/nearby?width=390","items":[]}]}
        """#
}
