import HTTPTestClient
import Testing

extension `The preview` {
    /// Guards that all text can be read (WCAG 2.2, 1.4.3).
    @Suite struct `The contrast of text` {
        /// The texts with a contrast below 4.5, each with its ratio. What lies over a picture is measured over white, the
        /// worst case of white text, with the least opaque colour of its gradient that is not transparent.
        private static let script = """
            const channels = (text) => (text.match(/[\\d.]+(?:e-?\\d+)?/g) ?? []).map(Number);
            const parse = (text) => {
              if (text.startsWith("color(")) {
                const [r, g, b, a = 1] = channels(text.slice(text.indexOf(" ")));
                return [r * 255, g * 255, b * 255, a];
              }
              const [r, g, b, a = 1] = channels(text);
              return [r, g, b, a];
            };
            const over = ([r, g, b, a], below) => [r, g, b].map((channel, index) => channel * a + below[index] * (1 - a));
            const luminance = (colour) => {
              const [r, g, b] = colour.map((each) => each / 255).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const background = (element) => {
              if (!element || element.matches(".image, .item:has(> .image) > .over, .item > .note")) {
                if (!element?.matches(".over, .note")) return [255, 255, 255];
              }
              const { backgroundColor, backgroundImage } = getComputedStyle(element);
              const stops = backgroundImage.match(/rgba?\\([^)]*\\)/g)?.map(parse).filter(([, , , alpha]) => alpha > 0) ?? [];
              const colour = stops.length ? stops.reduce((least, each) => (each[3] < least[3] ? each : least)) : parse(backgroundColor);
              if (colour[3] >= 1) return colour.slice(0, 3);
              const below = element.matches(".over, .note") ? [255, 255, 255] : background(element.parentElement);
              return over(colour, below);
            };
            const seen = new Set();
            const bad = [];
            let count = 0;
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
              const { parentElement: element, data } = walker.currentNode;
              if (!data.trim() || !element.checkVisibility() || element.closest("svg, script")) continue;
              const style = getComputedStyle(element);
              const ground = background(element);
              const ink = over(parse(style.color), ground);
              const [low, high] = [luminance(ink), luminance(ground)].sort((one, other) => one - other);
              const ratio = (high + 0.05) / (low + 0.05);
              count += 1;
              if (ratio < 4.5) bad.push(`${ratio.toFixed(2)} ${element.className || element.tagName} ${data.trim().slice(0, 30)}`);
            }
            return { count, bad: [...new Set(bad)].slice(0, 20) };
            """

        @Test func `is at least 4.5, light and dark`() throws {
            try withPreview(config: { $0.adding(#""explain": true"#) }) { preview in
                #expect(
                    try preview.server.request("POST", "/users/u1/searches", body: #"{"market": "toledo"}"#).status
                        == 204
                )
                for (segment, dark) in [("homes", 0), ("style", 0), ("homes", 1), ("style", 1)] {
                    try preview.open(
                        "devices=iphone&user=u1&compare=user&other=u2&lat=41.66&lon=-83.55&segment=\(segment)&dark=\(dark)"
                    )
                    for tab in ["json", "timing", "why", "events", "user"] {
                        try preview.browser.run("document.querySelector('#tab-\(tab)').click()")
                        try preview.wait(
                            "the tab",
                            until: "document.querySelector('#view').textContent !== 'Loading …'"
                        )
                        let found = try preview.browser.run(Self.script)
                        #expect(found["bad"].array.compactMap(\.string) == [], "\(segment), \(tab)")
                        #expect(try #require(found["count"].int) > 100)
                    }
                }
                // A message, a menu and an empty widget.
                try preview.browser.run(
                    """
                    return import("/preview/phone/missing.js").then(({ missing }) => {
                      const line = { size: 15, lineHeight: 20, weight: 400 };
                      const metrics = { contentInsets: { top: 0, leading: 16, bottom: 0, trailing: 16 }, height: 300 };
                      const phone = { device: { width: 393 }, home: { locale: "en", textStyles: { body: line } }, handlers: {} };
                      const widget = { state: "empty", metrics };
                      document.querySelector(".page").append(...missing(widget, phone));
                      const toast = document.querySelector(".toast");
                      toast.innerHTML = "<span>Dismissed</span><button>Undo</button>";
                    });
                    """
                )
                #expect(try preview.browser.run(Self.script)["bad"].array.compactMap(\.string) == [])
            }
        }
    }
}
