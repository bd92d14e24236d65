import Foundation
import HTTPTestClient
import Testing

extension `The preview` {
    @Suite struct `The panel beside the phones` {
        private static let view = "document.querySelector('#view')"

        @Test(arguments: ["", "&budget=1"])
        func `marks the JSON of a tapped item and scrolls to it`(budget: String) throws {
            try withPreview { preview in
                try preview.open("devices=iphone&lat=41.66&lon=-83.57\(budget)")
                #expect(try preview.value("\(Self.view).querySelector('mark')").isMissing)
                for selector in [
                    "[data-widget=spotlight] .item", "[data-widget=a-little-further] .item:nth-child(5)", ".pin",
                ] {
                    let item = "document.querySelector('\(selector)')"
                    try preview.wait("the item", until: "\(item) !== null")
                    // In one script, because a widget that arrives late moves other items.
                    let tap = "const item = \(item); item.click(); return item.dataset.item"
                    let id = try #require(preview.browser.run(tap).string)
                    try preview.wait(
                        "the mark",
                        until: "\(Self.view).querySelector('mark')?.textContent.includes('\(id)')"
                    )
                    let mark = "\(Self.view).querySelector('mark')"
                    let part = try #require(preview.value("\(mark).textContent").string)
                    #expect(try JSON(parsing: Data(part.utf8)).id == id)
                    let top = "\(mark).getBoundingClientRect().top"
                    #expect(try preview.value("\(top) > 0 && \(top) < window.innerHeight").bool == true)
                }
            }
        }

        @Test func `has a waterfall of the answer's timings, with arrow keys`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&lat=41.66&lon=-83.57&user=u3")
                try preview.browser.run("document.querySelector('#tab-json').focus()")
                try preview.browser.press("\u{E014}")
                #expect(try preview.value("document.activeElement.id").string == "tab-timing")
                let rows = try preview.browser.run(
                    """
                    return [...document.querySelectorAll(".waterfall tr")].map((row) => ({
                      name: row.querySelector("th").textContent,
                      said: parseFloat(row.querySelector(".number").textContent),
                      start: row.querySelector("rect").x.baseVal.value,
                      width: row.querySelector("rect").width.baseVal.value,
                    }));
                    """
                ).array
                let names = rows.compactMap { $0["name"].string }
                #expect(
                    Set(names).isSuperset(of: ["whole, as seen here", "user", "recommendations", "nearby"])
                )
                func part(_ name: String) throws -> (start: Double, end: Double) {
                    let row = try #require(rows.first { $0["name"].string == name })
                    let (start, width) = (try #require(row["start"].double), try #require(row["width"].double))
                    #expect(start >= 0 && width > 0 && start + width <= 100.01)
                    return (start, start + width)
                }
                // Very short times are drawn with half a percent of the width.
                let (user, nearby, recommendations) = (
                    try part("user"), try part("nearby"), try part("recommendations")
                )
                #expect(user.start == 0)
                #expect(min(nearby.start, recommendations.start) >= user.end - 0.5)
                #expect(max(nearby.start, recommendations.start) >= min(nearby.end, recommendations.end) - 0.5)
                try preview.browser.press("\u{E012}\u{E012}")
                #expect(try preview.value("document.activeElement.id").string == "tab-user")
                #expect(try preview.value("\(Self.view).getAttribute('aria-labelledby')").string == "tab-user")
            }
        }

        @Test(arguments: [true, false])
        func `explains the home if the config allows it`(explains: Bool) throws {
            try withPreview(config: { explains ? $0.adding(#""explain": true"#) : $0 }) { preview in
                try preview.open("devices=iphone")
                try preview.browser.run("document.querySelector('#tab-why').click()")
                let said = "\(Self.view).textContent"
                guard explains else {
                    return try preview.wait("the missing config member", until: "\(said).includes('\"explain\": true')")
                }
                try preview.wait("the explanation", until: "\(Self.view).querySelector('.why') !== null")
                let whole = try preview.value("\(Self.view).querySelector('pre').textContent").string ?? ""
                let explanation = try JSON(parsing: Data(whole.utf8))["widgets"].array
                #expect(explanation.contains { $0.id == "recommendations" && !$0["loads"].isMissing })
                // Each widget in words, too.
                let titles = "[...document.querySelectorAll('.why h3')].map((title) => title.firstChild.textContent)"
                #expect(try preview.value(titles).array.map(\.string) == explanation.map(\.id))
                #expect(try preview.value(said).string?.contains("4 found, 4 shown") == true)
            }
        }
    }
}
