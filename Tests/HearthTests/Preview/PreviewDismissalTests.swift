import HTTPTestClient
import Testing

extension `The preview` {
    /// Guards that items are swiped away, or dismissed with the keyboard, and come back.
    @Suite struct `An item that is dismissed` {
        private static let item = "document.querySelector('[data-widget=recommendations] .item')"

        /// The fixtures' config, with recommendations that can be dismissed.
        static func dismissible(_ config: String) -> String {
            config.replacing(#""id": "recommendations","#, with: #""id": "recommendations", "dismissItems": true,"#)
        }

        /// The centre of the first recommendation in the window.
        private static func centre(_ preview: Preview) throws -> (x: Double, y: Double) {
            let box = try preview.browser.run(
                """
                \(item).scrollIntoView({ block: "center" });
                const { x, y, width, height } = \(item).getBoundingClientRect();
                return { x: x + width / 2, y: y + height / 2 };
                """
            )
            return (try #require(box["x"].double), try #require(box["y"].double))
        }

        private static func dismissed(_ preview: Preview) throws -> [String?] {
            try preview.server.get("/users/u1").json["dismissed"].array.map(\.string)
        }

        @Test func `is swiped away, and brought back on the phone`() throws {
            try withPreview(config: Self.dismissible) { preview in
                try preview.open("devices=iphone&user=u1")
                let id = try #require(preview.value("\(Self.item).dataset.item").string)
                let (x, y) = try Self.centre(preview)
                // A short drag changes nothing, and is no tap.
                try preview.browser.drag(from: (x, y), to: (x - 30, y))
                #expect(try preview.value("\(Self.item).style.transform").string == "")
                try preview.browser.drag(from: (x, y), to: (x - 200, y))
                try preview.wait(
                    "the message",
                    until: "document.querySelector('.toast').textContent.includes('was dismissed')"
                )
                #expect(try preview.value("document.querySelector('[data-item=\"\(id)\"]')").isMissing)
                #expect(try Self.dismissed(preview) == [id])
                #expect(try preview.server.get("/users/u1").json["opened"].array.isEmpty)
                try preview.browser.run("document.querySelector('.toast button').click()")
                try preview.wait("the item", until: "document.querySelector('[data-item=\"\(id)\"]') !== null")
                #expect(try Self.dismissed(preview).isEmpty)
            }
        }

        @Test func `goes with the Delete key, and the focus stays in its widget`() throws {
            try withPreview(config: Self.dismissible) { preview in
                try preview.open("devices=iphone&user=u1")
                let id = try #require(preview.value("\(Self.item).dataset.item").string)
                try preview.browser.run("\(Self.item).focus()")
                try preview.browser.press("\u{E017}")
                try preview.wait(
                    "the message",
                    until: "document.querySelector('.toast').textContent.includes('was dismissed')"
                )
                #expect(try Self.dismissed(preview) == [id])
                #expect(
                    try preview.value("document.activeElement.closest('.widget')?.dataset.widget").string
                        == "recommendations"
                )
                let roles = "[...document.querySelectorAll('.toast')].map((each) => each.getAttribute('role'))"
                #expect(try preview.value(roles).array.map(\.string) == ["status"])
            }
        }
    }
}
