import Bytes
import Contract
import Foundation
import Testing

@testable import HomeFeed
@testable import HomeLayout

struct Written {
    let json: String
    let revision: Revision
}

@Suite struct `The document of a home` {
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
        {"schema":1,"revision":"e8a322edd99feb85","locale":"en","direction":"ltr","device":{"width":390,"scale":3,\#
        "textScale":1},"textStyles":{"badge":{"size":12,"lineHeight":16,"weight":600},"body":{"size":15,\#
        "lineHeight":20,"weight":400},"chip":{"size":13,"lineHeight":18,"weight":400},"display":{"size":34,\#
        "lineHeight":48,"weight":300},"headline":{"size":17,"lineHeight":22,"weight":600},"label":{"size":13,\#
        "lineHeight":18,"weight":600},"largeTitle":{"size":34,"lineHeight":41,"weight":700},"link":{"size":15,\#
        "lineHeight":20,"weight":400},"subtitle":{"size":13,"lineHeight":18,"weight":400},"title":{"size":22,\#
        "lineHeight":28,"weight":600}},"palette":{},"header":{"kind":"plain","title":"Hearth","metrics":{"height":57,\#
        "padding":{"top":8,"leading":16,"bottom":8,"trailing":16},"lines":[{"style":"largeTitle","lineHeight":41,\#
        "maxLines":1}]}},"segments":[{"id":"homes","title":"Homes","active":true},{"id":"style","title":"Style",\#
        "active":false,"href":"/home?segment=style&width=390"}],"experiments":[{"id":"map-first","arm":"map"}],\#
        "shown":"AV0vVxkJxXk4yRJ1ozsYdGTvmVN2Y5SObiHPT6w","refreshAfter":300,"staleWhileRevalidate":86400,\#
        "contentHeight":1177.333,"homeWidgets":[{"id":"spring","title":"","layout":"HomeWidgetBanner",\#
        "state":"loaded","revision":"37d94ae4fdda1305","contentRevision":"b84ed084c5c10b4c",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzBnNwcmluZwltYXAtZmlyc3QDbWFw","position":{"header":77,"items":77},"header":{\#
        "kind":"empty","metrics":{"height":0,"padding":{"top":0,"leading":0,"bottom":0,"trailing":0}}},"metrics":{\#
        "height":143.333,"visibleItems":1,"rows":1,"rowHeight":143.333,"itemSize":{"width":358,"height":143.333},\#
        "imageSize":{"width":358,"height":143.333},"caption":{"position":"over","height":66,"padding":{"top":12,\#
        "leading":16,"bottom":12,"trailing":16},"lines":[{"style":"headline","lineHeight":22,"maxLines":1},{\#
        "style":"body","lineHeight":20,"maxLines":1}]},"contentInsets":{"top":0,"leading":16,"bottom":0,\#
        "trailing":16},"columnSpacing":8,"rowSpacing":8,"scroll":"horizontal","itemOrder":"column"},"items":[{\#
        "id":"banner:spring","kind":"banner","title":"Spring","accessibilityLabel":"Spring","href":"/spring",\#
        "caption":[{"text":"Spring"}],"revision":"dcaf780c520ff24d",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzBnNwcmluZwltYXAtZmlyc3QDbWFw.0.banners","placeholder":"#a6a8c9","images":[{\#
        "url":"/images/spring.jpg?w=1074&h=430","width":1074,"height":430}]}]},{"id":"last-search","title":"New in \#
        Toledo","layout":"HomeWidgetProductL","state":"stale","revision":"e4fa25b39a2af1d0",\#
        "contentRevision":"c1972cbfa160258b","tracking":"AQEjRWeJq83vBWhvbWVzC2xhc3Qtc2VhcmNoCW1hcC1maXJzdANtYXA",\#
        "position":{"header":244.333,"items":306.333},"header":{"kind":"tappable","title":"New in Toledo",\#
        "subtitle":"Houses under $250,000","href":"/search","metrics":{"height":62,"padding":{"top":8,"leading":16,\#
        "bottom":8,"trailing":16},"lines":[{"style":"title","lineHeight":28,"maxLines":1},{"style":"subtitle",\#
        "lineHeight":18,"maxLines":1}],"accessoryWidth":24,"badge":{"position":"beside","spacing":8,"height":18,\#
        "padding":8,"style":"badge","lineHeight":16,"maxLines":1}}},"badge":{"count":1,"text":"1 new"},"metrics":{\#
        "height":171.333,"visibleItems":2.5,"rows":1,"rowHeight":171.333,"itemSize":{"width":143,"height":171.333},\#
        "imageSize":{"width":143,"height":107.333},"caption":{"position":"below","height":64,"padding":{"top":8,\#
        "leading":0,"bottom":14,"trailing":0},"lines":[{"style":"headline","lineHeight":22,"maxLines":1},{\#
        "style":"body","lineHeight":20,"maxLines":1}]},"note":{"position":"image","height":20,"inset":6,"padding":{\#
        "top":2,"leading":6,"bottom":2,"trailing":6},"style":"badge","lineHeight":16,"maxLines":1},"contentInsets":{\#
        "top":0,"leading":16,"bottom":0,"trailing":16},"columnSpacing":8,"rowSpacing":8,"scroll":"horizontal",\#
        "itemOrder":"column"},"age":42,"items":[{"id":"listing:7129300520","kind":"listing","title":"A \"quiet\" \#
        house","accessibilityLabel":"A \"quiet\" house, $221,900","price":{"amount":22190000,"currency":"USD",\#
        "formatted":"$221,900"},"market":"toledo",\#
        "listedAt":"1996-04-23","attributes":{"type":"house"},"href":"/listings/7129300520",\#
        "caption":[{"text":"$221,900"},{"text":"A \"quiet\" house"}],\#
        "revision":"6b4d2e5018f5f9ee",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzC2xhc3Qtc2VhcmNoCW1hcC1maXJzdANtYXA.0.lastSearch","isNew":true,"distance":{\#
        "meters":1234,"text":"1.2 km"},"match":"similar","reason":{"kind":"over_budget","text":"4% over your \#
        budget"},"note":"1.2 km · 4% over your budget","accessibilityValue":"New, 1.2 km away, 4% over your budget",\#
        "placeholder":"#a6afc9","images":[{"url":"https://img.example/a.jpg?w=429&h=322","width":429,\#
        "height":322}]}],"loadMore":{"href":"/home/widgets/last-search?cursor=x"}},{"id":"brands","title":"Your \#
        brands","layout":"HomeWidgetBrand","state":"loaded","revision":"52370230fbf63281",\#
        "contentRevision":"5717641491f050ed","tracking":"AQEjRWeJq83vBWhvbWVzBmJyYW5kcwltYXAtZmlyc3QDbWFw",\#
        "position":{"header":501.667,"items":545.667,"footer":609.667},"header":{"kind":"plain","title":"Your \#
        brands","metrics":{"height":44,"padding":{"top":8,"leading":16,"bottom":8,"trailing":16},"lines":[{\#
        "style":"title","lineHeight":28,"maxLines":1}]}},"metrics":{"height":64,"visibleItems":1,"rows":1,\#
        "columns":1,"rowHeight":64,"itemSize":{"width":358,"height":64},"caption":{"position":"below","height":64,\#
        "padding":{"top":8,"leading":0,"bottom":8,"trailing":0},"lines":[{"style":"display","lineHeight":48,\#
        "maxLines":1}]},"contentInsets":{"top":0,"leading":16,"bottom":0,"trailing":16},"columnSpacing":8,\#
        "rowSpacing":0,"separator":{"leading":16,"trailing":0,"thickness":0.333},"scroll":"vertical",\#
        "itemOrder":"row"},"items":[{"id":"brand:comme-des-garcons","kind":"brand","title":"Comme des Garçons",\#
        "accessibilityLabel":"Comme des Garçons","href":"/brands/comme-des-garcons","caption":[{"text":"Comme des \#
        Garçons"}],"revision":"0de18dd0b36eff94",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzBmJyYW5kcwltYXAtZmlyc3QDbWFw.0.brands"}],"footer":{"title":"All brands",\#
        "href":"/brands","metrics":{"height":44,"padding":{"top":8,"leading":16,"bottom":8,"trailing":16},"lines":[{\#
        "style":"link","lineHeight":20,"maxLines":1}]}}},{"id":"recommendations","title":"For you",\#
        "layout":"HomeWidgetProductM","state":"error","revision":"fe30a22b303b70d5",\#
        "contentRevision":"b38992d3374393c1",\#
        "tracking":"AQEjRWeJq83vBWhvbWVzD3JlY29tbWVuZGF0aW9ucwltYXAtZmlyc3QDbWFw","position":{"header":677.667,\#
        "items":721.667},"header":{"kind":"plain","title":"For you","metrics":{"height":44,"padding":{"top":8,\#
        "leading":16,"bottom":8,"trailing":16},"lines":[{"style":"title","lineHeight":28,"maxLines":1}]}},"metrics":{\#
        "height":139,"visibleItems":3.5,"rows":1,"rowHeight":139,"itemSize":{"width":100,"height":139},"imageSize":{\#
        "width":100,"height":75},"caption":{"position":"below","height":64,"padding":{"top":8,"leading":0,\#
        "bottom":14,"trailing":0},"lines":[{"style":"headline","lineHeight":22,"maxLines":1},{"style":"body",\#
        "lineHeight":20,"maxLines":1}]},"contentInsets":{"top":0,"leading":16,"bottom":0,"trailing":16},\#
        "columnSpacing":8,"rowSpacing":8,"scroll":"horizontal","itemOrder":"column"},"error":{\#
        "code":"upstream_timeout","message":"The recommendations took too long.","retryAfter":2},"retry":{\#
        "href":"/home/widgets/recommendations?width=390"},"items":[]},{"id":"nearby","title":"",\#
        "layout":"HomeWidgetMap","state":"deferred","revision":"3d4cf47ac63e9a35",\#
        "contentRevision":"8eb2d151ce270e39","tracking":"AQEjRWeJq83vBWhvbWVzBm5lYXJieQltYXAtZmlyc3QDbWFw",\#
        "position":{"header":884.667,"items":884.667},"header":{"kind":"empty","metrics":{"height":0,"padding":{\#
        "top":0,"leading":0,"bottom":0,"trailing":0}}},"metrics":{"height":268.667,"visibleItems":1,"rows":1,\#
        "rowHeight":268.667,"itemSize":{"width":358,"height":268.667},"imageSize":{"width":96,"height":72},\#
        "contentInsets":{"top":0,"leading":16,"bottom":0,"trailing":16},"columnSpacing":8,"rowSpacing":8,\#
        "scroll":"none"},"href":"/home/widgets/nearby?width=390","items":[]}]}
        """#
}
