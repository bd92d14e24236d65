import Foundation
import Testing

extension `The preview` {
    /// Guards the page's geometry against the vectors that the clients are tested with.
    @Suite struct `The geometry of the page` {
        private static let folder = Child.root.appendingPathComponent("Clients/vectors")

        /// The frames of all items of a vector's page, which differ from those that it has.
        private static let script = """
            return Promise.all([import("/preview/geometry.js"), import("/preview/home.js")]).then(([geometry, page]) => {
              const { document: home, loaded, cases } = vector;
              const whole = loaded.reduce((joined, { how, widget }) =>
                page.joined(joined, widget, { id: widget.id, isPage: how === "append", chosen: how === "choose" ? "/" : undefined }), home);
              const wanted = cases[0].frames.filter(({ element }) => element === "item");
              const found = whole.homeWidgets.flatMap((widget) =>
                widget.items.map((item, index) => {
                  const { leading, top, width, height } = geometry.item(widget.metrics, index);
                  const x = home.direction === "rtl" ? home.device.width - leading - width : leading;
                  return { widget: widget.id, item: item.id, x, y: widget.position.items - widget.metrics.contentInsets.top + top, width, height };
                }));
              const wrong = wanted.filter((frame) => {
                const drawn = found.find(({ widget, item }) => widget === frame.widget && item === frame.item);
                return !drawn || ["x", "y", "width", "height"].some((key) => Math.abs(drawn[key] - frame[key]) > 0.01);
              });
              return { wrong: wrong.map(({ item }) => item), count: wanted.length };
            });
            """

        @Test func `gives each item the frame that clients give it`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone")
                let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
                let vectors = files.filter { $0.hasPrefix("frames-") && $0.hasSuffix(".json") }
                #expect(vectors.count > 10)
                for name in vectors {
                    let vector = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
                    let result = try preview.browser.run("const vector = \(vector);\n\(Self.script)")
                    #expect(result["wrong"].array.compactMap(\.string) == [], "\(name)")
                    #expect(result["count"].int ?? 0 > 0, "\(name)")
                }
            }
        }
    }
}
