import HTTPTestClient
import Testing

extension `The preview` {
    /// Guards that texts have the room that they need: the widths of a real browser against the server's estimates.
    @Suite struct `The text of a home` {
        /// The texts of the page of which something is cut, and the number of all.
        private static func script(_ selector: String) -> String {
            """
            const all = [...document.querySelectorAll('.phone :is(\(selector))')].filter((each) => each.textContent);
            // Half a line: accents and shadows of letters may reach beyond theirs.
            const isCut = (each) => {
              const line = parseFloat(getComputedStyle(each).lineHeight);
              return each.scrollHeight > each.clientHeight + line / 2 || each.scrollWidth > each.clientWidth + 1;
            };
            return { count: all.length, cut: all.filter(isCut).map((each) => each.textContent) };
            """
        }

        @Test func `shows every price, title of a widget and badge whole`() throws {
            try withPreview { preview in
                let search = #"{"market": "toledo"}"#
                #expect(try preview.server.request("POST", "/users/u1/searches", body: search).status == 204)
                let homes = ["homes", "style"].flatMap { segment in
                    ["en", "ar"].flatMap { locale in [1, 1.9, 3.2].map { (segment, locale, $0) } }
                }
                for (segment, locale, textScale) in homes {
                    let who = "lat=41.66&lon=-83.55&locale=\(locale)&segment=\(segment)&user=u1"
                    let page = "\(who)&textScale=\(textScale)"
                    try preview.open("devices=android,max,tablet&zoom=100&\(page)")
                    let titles = try preview.browser.run(Self.script(".bar .title, .bar .subtitle, .badge"))
                    #expect(titles["cut"].array.compactMap(\.string) == [], "\(page)")
                    #expect(try #require(titles["count"].double) > 6)
                    let prices = ":is([data-kind=listing], [data-kind=product]) .first"
                    let found = try preview.browser.run(Self.script(prices))
                    #expect(found["cut"].array.compactMap(\.string) == [], "\(page)")
                    #expect(try #require(found["count"].double) > 6)
                }
            }
        }
    }
}
