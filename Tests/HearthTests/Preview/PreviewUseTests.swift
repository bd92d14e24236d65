import HTTPTestClient
import Testing

extension `The preview` {
    /// Guards what lasts while the page is used: late answers, other users and settings, and what the browser kept.
    @Suite struct `A page in use` {
        private static let place = "lat=41.66&lon=-83.55"

        @Test func `loads a late widget with the home again, and has each of its pins once`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&\(Self.place)")
                let map = "document.querySelector('[data-layout=HomeWidgetMap]')"
                #expect(try preview.value("\(map).dataset.state").string == "loaded")
                // From now on the map is late in each home, and its own answer is held.
                try preview.browser.run(
                    """
                    window.held = [];
                    const real = window.fetch;
                    window.fetch = async (href, options) => {
                      const answer = await real(href, options);
                      if (href.startsWith("/home/widgets/")) await new Promise((resolve) => held.push(resolve));
                      if (!href.startsWith("/home?")) return answer;
                      const home = await answer.json();
                      const late = { state: "deferred", items: [], map: undefined };
                      home.homeWidgets = home.homeWidgets.map((widget) => widget.layout !== "HomeWidgetMap" ? widget
                        : { ...widget, ...late, href: href.replace("/home?", `/home/widgets/${widget.id}?`) });
                      return new Response(JSON.stringify(home), { headers: answer.headers });
                    };
                    """
                )
                for _ in 1...2 {
                    try preview.requestAgain()
                    #expect(try preview.value("\(map).dataset.state").string == "deferred")
                }
                // The answer for the first of both homes comes first, and is not for this one.
                try preview.wait("the map", until: "(held.shift()?.(), \(map).dataset.state === 'loaded')")
                let places = try preview.browser.run(
                    """
                    const clusters = [...\(map).querySelectorAll(".cluster")].map(({ textContent }) => Number(textContent));
                    return clusters.reduce((sum, count) => sum + count, \(map).querySelectorAll(".pin").length);
                    """
                )
                #expect(places.int == 20)
            }
        }

        @Test func `takes back a dismissal for the user of that time`() throws {
            try withPreview(config: `The preview`.`An item that is dismissed`.dismissible) { preview in
                func dismissed(_ user: String) throws -> [String?] {
                    try preview.server.get("/users/\(user)").json["dismissed"].array.map(\.string)
                }
                try preview.open("devices=iphone&user=u1")
                try preview.browser.run("document.querySelector('[data-dismissible=true]').focus()")
                try preview.browser.press("\u{E017}")
                try preview.wait("the message", until: "document.querySelector('.toast button') !== null")
                #expect(try dismissed("u1").count == 1)
                try preview.set("user", to: "u2")
                try preview.wait("the home", until: "document.querySelector('#status').textContent !== ''")
                // Control+Z on the phone.
                try preview.browser.run(
                    """
                    document.querySelector(".screen").focus();
                    const key = { key: "z", ctrlKey: true, bubbles: true };
                    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", key));
                    """
                )
                try preview.wait(
                    "the message",
                    until: "document.querySelector('.toast').textContent.includes('is back')"
                )
                #expect(try dismissed("u1").isEmpty)
            }
        }

        @Test func `keeps loaded pages when only its look changes, and returns to one row`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&\(Self.place)")
                let count = "document.querySelectorAll('.item').length"
                let before = try #require(preview.value(count).int)
                try preview.browser.run("document.querySelector('.more.horizontal').click()")
                try preview.wait("the page", until: "\(count) > \(before)")
                let after = try preview.value(count).int
                let zoom = "document.querySelector('#phones').style.getPropertyValue('--zoom')"
                let fitting = try preview.value(zoom).string
                try preview.set("zoom", to: "40")
                #expect(try preview.value(zoom).string == "0.4")
                try preview.browser.run(
                    """
                    for (const name of ["dark", "whole", "fit"]) document.querySelector("#controls").elements[name].click();
                    """
                )
                #expect(try preview.value(zoom).string == fitting)
                let address = try preview.value("location.search").string ?? ""
                #expect(address.contains("dark=1") && address.contains("whole=1") && !address.contains("zoom="))
                #expect(try preview.value(count).int == after)
            }
        }

        @Test func `needs no skeleton that another version of the page kept`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&\(Self.place)")
                try preview.browser.run(
                    "for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{\"homeWidgets\": []}')"
                )
                try preview.open("devices=iphone&\(Self.place)")
                #expect(try preview.value("document.querySelectorAll('.item').length > 10").bool == true)
            }
        }
    }
}
