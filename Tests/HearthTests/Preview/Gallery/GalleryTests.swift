import Foundation
import HTTPTestClient
import HomeLayout
import Testing

/// Guards how layouts look.
///
/// After an intended change, `HEARTH_KEEP_SCREENSHOTS=1 Scripts/test --filter 'The gallery'` replaces the kept
/// screenshots.
@Suite(
    .onThreadThatMayBlock,
    .enabled(if: Browser.isInstalled, "there is no chromedriver"),
    .timeLimit(.minutes(15))
)
struct `The gallery` {
    private static let keeps = ProcessInfo.processInfo.environment["HEARTH_KEEP_SCREENSHOTS"] == "1"

    @Test func `looks as in the kept screenshots`() throws {
        let messages = try Gallery.with { gallery in
            for sheet in GallerySheet.all {
                try gallery.open(sheet.query)
                let new = try gallery.screenshot()
                let file = sheet.file(in: GallerySheet.folder)
                if Self.keeps {
                    try new.picture.write(to: file)
                    continue
                }
                let different = try ScreenshotComparison(of: new, with: Data(contentsOf: file), in: gallery.browser)
                    .differing
                if different.isEmpty { continue }
                let saved = sheet.file(in: GallerySheet.differing)
                try FileManager.default.createDirectory(
                    at: GallerySheet.differing,
                    withIntermediateDirectories: true
                )
                try new.picture.write(to: saved)
                Issue.record("\(different); compare \(saved.path) with \(file.path)")
            }
        }
        #expect(messages == [])
    }

    @Test(.disabled(if: keeps)) func `looks different if a card is moved by two pixels`() throws {
        let sheet = GallerySheet.all[0]
        let kept = try Data(contentsOf: sheet.file(in: GallerySheet.folder))
        let messages = try Gallery.with { gallery in
            try gallery.open(sheet.query)
            let move = "document.querySelector('[data-layout=HomeWidgetGrid] .item').style.translate = '2px'"
            try gallery.browser.run(move)
            let moved = try ScreenshotComparison(of: gallery.screenshot(), with: kept, in: gallery.browser)
            #expect(moved.differing.map { $0.prefix { $0 != ":" } } == ["HomeWidgetGrid loaded"])

            try gallery.open(sheet.query)
            try gallery.browser.run(
                """
                for (const cell of document.querySelectorAll(".gallery-cell")) {
                  // Pins cover those before them.
                  const card = cell.querySelector(".item") ?? [...cell.querySelectorAll(".pin")].at(-1);
                  card.style.translate = "2px";
                }
                """
            )
            let all = try ScreenshotComparison(of: gallery.screenshot(), with: kept, in: gallery.browser)
            #expect(all.differing.count == Layout.allCases.count, "\(all.shares ?? [])")
        }
        #expect(messages == [])
    }

    @Test func `shows the home of each segment on the phones of the query`() throws {
        let messages = try Gallery.with { gallery in
            let names = "return [...document.querySelectorAll('.phone')].map(({ ariaLabel }) => ariaLabel)"
            try gallery.open("layouts=&textScales=1&directions=ltr&phones=se,pixel&lat=41.66&lon=-83.55")
            let both = ["iPhone SE Homes", "Pixel 9 Homes", "iPhone SE Style", "Pixel 9 Style"]
            #expect(try gallery.browser.run(names).array.compactMap(\.string) == both)
            let filled =
                "return [...document.querySelectorAll('.phone')].filter((phone) => phone.querySelector('.item')).length"
            #expect(try gallery.browser.run(filled).int == 4)
            #expect(
                try gallery.browser.run("return document.querySelector('#status').textContent").string
                    == "4 phones, 0 cells"
            )

            try gallery.open("layouts=&textScales=3.2&directions=rtl&phones=tablet&segment=style")
            #expect(try gallery.browser.run(names).array.compactMap(\.string) == ["iPad mini الأزياء"])
            let body = "const { dir, lang } = document.querySelector('.phone .body'); return `${dir} ${lang}`"
            #expect(try gallery.browser.run(body).string == "rtl ar")
        }
        #expect(messages == [])
    }

    @Test func `shows each layout in each state, text size and direction, and what the query selects`() throws {
        let messages = try Gallery.with { gallery in
            let count = "return document.querySelectorAll('.gallery-cell').length"
            try gallery.open("textScales=1&directions=ltr")
            #expect(try gallery.browser.run(count).int == Layout.allCases.count * 5)
            try gallery.open("layouts=HomeWidgetGrid")
            #expect(try gallery.browser.run(count).int == 5 * 3 * 2)
            let names = try gallery.browser.run(
                """
                return [...document.querySelectorAll("[data-layout=HomeWidgetGrid].gallery-cell")].map((cell) => {
                  const { state, textScale, direction } = cell.dataset;
                  return [state, textScale, direction, cell.querySelector(".widget").dataset.state].join(" ");
                });
                """
            ).array.compactMap(\.string)
            #expect(Set(names).count == 30 && names.contains("loading 3.2 rtl deferred"))

            try gallery.open("layouts=HomeWidgetGrid&states=loaded,error&textScales=1&directions=ltr&dark=1")
            #expect(try gallery.browser.run(count).int == 2)
            #expect(try gallery.browser.run("return document.body.classList.contains('dark')").bool == true)
            let caption = "return document.querySelector('.gallery-cell[data-state=error] figcaption').textContent"
            #expect(try gallery.browser.run(caption).string == "Grid · error · text 1 · left to right")
        }
        #expect(messages == [])
    }
}
