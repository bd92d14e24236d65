import HTTPTestClient
import Testing

extension `The preview` {
    @Suite struct `A window of any width` {
        private static func panels(_ preview: Preview) throws -> [Bool?] {
            try preview.value("['#controls', '#panel'].map((each) => document.querySelector(each).checkVisibility())")
                .array.map(\.bool)
        }

        @Test func `shows all of its phones in one row, and what it says`() throws {
            try withPreview { preview in
                for width in [1_600, 1_280, 800] {
                    try preview.browser.resize(width: width, height: 900)
                    try preview.open("devices=se,iphone,max")
                    let boxes = try preview.browser.run(
                        """
                        const stage = document.querySelector("#phones").getBoundingClientRect();
                        return [...document.querySelectorAll(".case")].map((each) => each.getBoundingClientRect())
                          .map(({ left, right }) => ({ inside: left >= stage.left && right <= stage.right, width: right - left }));
                        """
                    ).array
                    #expect(boxes.count == 3 && boxes.allSatisfy { $0["inside"].bool == true }, "\(width)")
                    #expect(try boxes.allSatisfy { try #require($0["width"].double) > 160 }, "\(width)")
                    #expect(try Self.panels(preview) == (width < 1_100 ? [false, false] : [true, true]), "\(width)")
                    #expect(try preview.value("document.querySelector('#status').checkVisibility()").bool == true)
                }
            }
        }

        @Test func `opens its panels one at a time on a phone, and closes them with the keyboard`() throws {
            try withPreview { preview in
                try preview.browser.resize(width: 500, height: 800)
                try preview.open("devices=iphone")
                let isWhole = "document.querySelector('.case').getBoundingClientRect().right <= innerWidth"
                #expect(try preview.value(isWhole).bool == true)
                #expect(try preview.value("document.documentElement.scrollWidth <= innerWidth").bool == true)
                try preview.browser.run("document.querySelector('#toggle-controls').click()")
                #expect(try Self.panels(preview) == [true, false])
                try preview.browser.run("document.querySelector('#toggle-panel').click()")
                #expect(try Self.panels(preview) == [false, true])
                #expect(try preview.value("document.querySelector('#toggle-panel').ariaExpanded").string == "true")
                try preview.browser.run("document.querySelector('#tab-json').focus()")
                try preview.browser.press("\u{E00C}")
                #expect(try Self.panels(preview) == [false, false])
                #expect(try preview.value("document.activeElement.id").string == "toggle-panel")
            }
        }

        @Test func `shows pages of full length`() throws {
            try withPreview { preview in
                try preview.open("devices=iphone&whole=1&zoom=50")
                let isWhole = """
                    (() => {
                      const screen = document.querySelector(".screen");
                      return screen.scrollHeight === screen.clientHeight && screen.clientHeight > 1500;
                    })()
                    """
                #expect(try preview.value(isWhole).bool == true)
            }
        }
    }
}
