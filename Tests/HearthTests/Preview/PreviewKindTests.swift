import HTTPTestClient
import Testing

extension `The preview` {
    @Suite struct `A widget of any kind of item` {
        /// Draws a widget of restaurants with selectable filters, selects one, and returns the visible elements.
        private static let script = """
            return import("/preview/phone/section.js").then(({ Section }) => {
              const loaded = [];
              const names = ["title", "headline", "body", "badge", "chip", "link"];
              const textStyles = Object.fromEntries(names.map((name) => [name, { size: 15, lineHeight: 20, weight: 400 }]));
              const line = (style) => ({ style, lineHeight: 20, maxLines: 1 });
              const phone = {
                device: { width: 390 }, home: { locale: "en", textStyles }, asked: { images: true },
                handlers: { load: (phone, widget, ...rest) => loaded.push(rest.join(" ")) },
              };
              const chip = (id, selected) => ({ id, title: id.toUpperCase(), selected, href: `/w?filter=${id}` });
              const restaurant = (id, caption) => ({
                id: `restaurant:${id}`, kind: "restaurant", title: "Siam", caption: caption.map((text) => ({ text })), rating: 4.5, revision: id, accessibilityLabel: "Siam",
              });
              const insets = { top: 0, leading: 16, bottom: 0, trailing: 16 };
              const chips = { spacing: 8, height: 32, padding: 12, columnSpacing: 8, ...line("chip") };
              const widget = (height, lines) => ({
                id: "w", title: "Near you", layout: "HomeWidgetProductL", state: "loaded", position: { header: 0, items: 44 },
                filters: [chip("open", false), chip("thai", true)], sorts: [chip("rating", false)],
                header: { kind: "plain", title: "Near you", metrics: { height, padding: insets, lines, chips } },
                metrics: {
                  height: 171, rows: 1, rowHeight: 171, itemSize: { width: 143, height: 171 },
                  imageSize: { width: 143, height: 107 }, contentInsets: insets, columnSpacing: 8, rowSpacing: 8,
                  caption: { position: "below", height: 64, padding: insets, lines: [line("headline"), line("body")] },
                  scroll: "horizontal", itemOrder: "column",
                },
                items: [restaurant("a", ["Siam", "★ 4.5 · 25 min"]), restaurant("b", [])],
              });
              const section = new Section(phone, widget(84, [line("title")]));
              document.body.append(section.element);
              const all = (selector, look) => [...section.element.querySelectorAll(selector)].map(look);
              section.draw(widget(84, [line("title")]));
              section.element.querySelector("[data-chip=open]").click();
              const seen = {
                captions: all(".caption", (box) => [...box.children].map((line) => line.textContent).join("|")),
                pictures: all(".image", (box) => box.querySelector("svg.illustration").childElementCount > 5),
                chips: all(".header .chips button", (button) => `${button.textContent} ${button.getAttribute("aria-pressed")}`),
                loaded,
              };
              section.draw(widget(48));
              seen.alone = all(".header > .chips:only-child button", (button) => button.textContent);
              section.element.remove();
              return seen;
            });
            """

        @Test func `shows the lines of each caption, an illustration, and its chips`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone")
                let seen = try preview.browser.run(Self.script)
                #expect(seen["captions"].array.map(\.string) == ["Siam|★ 4.5 · 25 min", ""])
                #expect(seen["pictures"].array.map(\.bool) == [true, true])
                #expect(seen["chips"].array.map(\.string) == ["OPEN false", "THAI true", "RATING false"])
                #expect(seen["loaded"].array.map(\.string) == ["/w?filter=open false true"])
                #expect(seen["alone"].array.map(\.string) == ["OPEN", "THAI", "RATING"])
            }
        }
    }
}
