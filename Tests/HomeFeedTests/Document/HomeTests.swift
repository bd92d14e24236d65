import Catalogue
import Foundation
import Testing

@testable import HomeFeed

@Suite struct `The document of a home` {
    private func document() async throws -> (json: String, revision: String) {
        let world = try World(
            config(
                #"""
                {"id": "last-search", "title": "New in {market}", "subtitle": "Since yesterday",
                 "layout": "HomeWidgetProductL", "source": {"kind": "lastSearch"}, "limit": 1}
                """#,
                #"""
                {"id": "brands", "title": "Brands", "layout": "HomeWidgetBrand", "source": {"kind": "brands"},
                 "footer": {"title": "All brands", "href": "/brands"}}
                """#
            ),
            items: [.house("h1", listedAt: 830_217_600), .house("h2", listedAt: 1), .thing("p1", by: "ami")]
        )
        try world.store.record(.homes(market: "toledo"), by: user("u1"))
        let home = try await world.feed.home(for: request(for: "u1", at: .town), in: world.snapshot)
        return (String(decoding: home.bytes, as: UTF8.self), "\(home.revision)")
    }

    @Test func `is the golden document, byte for byte, every time`() async throws {
        let (json, revision) = try await document()
        #expect(json == Self.golden)
        #expect(json.hasSuffix("\"revision\":\"\(revision)\"}"))
        #expect(try await document().json == json)
    }

    @Test func `is read by Foundation`() async throws {
        let home = try JSONSerialization.jsonObject(with: Data(await document().json.utf8)) as? [String: Any]
        let widgets = try #require(home?["homeWidgets"] as? [[String: Any]])
        #expect(home?["schema"] as? Int == SegmentPlan.schema)
        #expect(widgets.map { $0["layout"] as? String } == ["HomeWidgetProductL", "HomeWidgetBrand"])
        #expect(widgets.allSatisfy { $0["title"] is String && $0["metrics"] is [String: Any] && $0["items"] is [Any] })
    }

    private static let golden = #"""
        {"schema":1,"locale":"en","direction":"ltr","device":{"width":390,"scale":3,"textScale":1},\#
        "textStyles":{"badge":{"size":12,"lineHeight":16,"weight":600},"body":{"size":15,"lineHeight":20,\#
        "weight":400},"chip":{"size":13,"lineHeight":18,"weight":400},"display":{"size":34,"lineHeight":48,\#
        "weight":300},"headline":{"size":17,"lineHeight":22,"weight":600},"label":{"size":13,"lineHeight":18,\#
        "weight":600},"largeTitle":{"size":34,"lineHeight":41,"weight":700},"link":{"size":15,"lineHeight":20,\#
        "weight":400},"subtitle":{"size":13,"lineHeight":18,"weight":400},"title":{"size":22,"lineHeight":28,\#
        "weight":600}},"palette":{},"header":{"kind":"plain","title":"Hearth","metrics":{"height":57,\#
        "padding":{"top":8,"leading":16,"bottom":8,"trailing":16},"lines":[{"style":"largeTitle","lineHeight":41,\#
        "maxLines":1}]}},"segments":[{"id":"homes","title":"Homes","active":true}],"experiments":[],\#
        "homeWidgets":[{"id":"last-search","title":"New in Toledo","layout":"HomeWidgetProductL","state":"loaded",\#
        "revision":"b84262715ab0f6fd","tracking":"AXQPt_-wk4IdBWhvbWVzC2xhc3Qtc2VhcmNo","position":{"header":77,\#
        "items":139},"header":{"kind":"tappable","title":"New in Toledo","subtitle":"Since yesterday",\#
        "href":"/search?market=toledo","metrics":{"height":62,"padding":{"top":8,"leading":16,"bottom":8,\#
        "trailing":16},"lines":[{"style":"title","lineHeight":28,"maxLines":1},{"style":"subtitle","lineHeight":18,\#
        "maxLines":1}],"accessoryWidth":24,"badge":{"position":"beside","spacing":8,"height":18,"padding":8,\#
        "style":"badge","lineHeight":16,"maxLines":1}}},"metrics":{"height":171.333,"visibleItems":2.5,"rows":1,\#
        "rowHeight":171.333,"itemSize":{"width":143,"height":171.333},"imageSize":{"width":143,"height":107.333},\#
        "caption":{"position":"below","height":64,"padding":{"top":8,"leading":0,"bottom":14,"trailing":0},\#
        "lines":[{"style":"headline","lineHeight":22,"maxLines":1},{"style":"body","lineHeight":20,"maxLines":1}]},\#
        "note":{"position":"image","height":20,"inset":6,"padding":{"top":2,"leading":6,"bottom":2,"trailing":6},\#
        "style":"badge","lineHeight":16,"maxLines":1},"contentInsets":{"top":0,"leading":16,"bottom":0,\#
        "trailing":16},"columnSpacing":8,"rowSpacing":8,"scroll":"horizontal","itemOrder":"column"},\#
        "badge":{"count":2,"text":"2 new"},"items":[{"id":"listing:h1","kind":"listing","title":"A house",\#
        "accessibilityLabel":"A house, $200,000, 3 bedrooms","price":{"amount":20000000,"currency":"USD",\#
        "formatted":"$200,000"},"attributes":{"type":"house","bedrooms":3},"latitude":41.65,"longitude":-83.54,\#
        "market":"toledo","listedAt":"1996-04-23","href":"/listings/h1","placeholder":"#a7a6c9",\#
        "caption":[{"text":"$200,000"},{"text":"A house"}],"revision":"d55be38638ebc11c",\#
        "tracking":"AXQPt_-wk4IdBWhvbWVzC2xhc3Qtc2VhcmNo.0.lastSearch","isNew":true,"accessibilityValue":"New"}],\#
        "loadMore":{"href":"/home/widgets/last-search?cursor=BMuhvC82QQ49AAAAAf_____Og-J_AAAAADF8HYBsaXN0aW5nOmgxmNp\#
        ZLyHpxzlkVQCIneFcpw&segment=homes&width=390&scale=3&user=u1&lat=41.65&lon=-83.54"},\#
        "contentRevision":"8a9e87f359606ddc"},{"id":"brands","title":"Brands","layout":"HomeWidgetBrand",\#
        "state":"loaded","revision":"71852ade8563a439","tracking":"AXQPt_-wk4IdBWhvbWVzBmJyYW5kcw",\#
        "position":{"header":334.333,"items":378.333,"footer":442.333},"header":{"kind":"plain","title":"Brands",\#
        "metrics":{"height":44,"padding":{"top":8,"leading":16,"bottom":8,"trailing":16},"lines":[{"style":"title",\#
        "lineHeight":28,"maxLines":1}]}},"metrics":{"height":64,"visibleItems":1,"rows":1,"columns":1,\#
        "rowHeight":64,"itemSize":{"width":358,"height":64},"caption":{"position":"below","height":64,\#
        "padding":{"top":8,"leading":0,"bottom":8,"trailing":0},"lines":[{"style":"display","lineHeight":48,\#
        "maxLines":1}]},"contentInsets":{"top":0,"leading":16,"bottom":0,"trailing":16},"columnSpacing":8,\#
        "rowSpacing":0,"separator":{"leading":16,"trailing":0,"thickness":0.333},"scroll":"vertical",\#
        "itemOrder":"row"},"items":[{"id":"brand:ami","kind":"brand","title":"AMI","accessibilityLabel":"AMI",\#
        "href":"/brands/ami","placeholder":"#bfc9a6","caption":[{"text":"AMI"}],"revision":"fef59394785aba75",\#
        "tracking":"AXQPt_-wk4IdBWhvbWVzBmJyYW5kcw.0.brands"}],"footer":{"title":"All brands","href":"/brands",\#
        "metrics":{"height":44,"padding":{"top":8,"leading":16,"bottom":8,"trailing":16},"lines":[{"style":"link",\#
        "lineHeight":20,"maxLines":1}]}},"contentRevision":"94ad2730ba5d1cad"}],\#
        "shown":"AfPMQHWfWjiAFzk8zVEkOwCYDH3ANFQA2cBk","refreshAfter":300,"staleWhileRevalidate":86400,\#
        "contentHeight":510.333,"revision":"c43635bd19b77c98"}
        """#
}
