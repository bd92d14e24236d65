import Foundation

/// A part of the gallery whose screenshot is kept.
struct GallerySheet: Sendable {
    /// The name of the kept screenshot.
    let name: String
    let query: String

    /// Layouts of each kind: a list, a carousel and a card.
    private static let some = ["Brand", "ProductL", "InfoCard"]

    /// All layouts with their items, and some in other text sizes, directions, colours and states.
    static let all = [
        GallerySheet("text-1", "states=loaded&textScales=1&directions=ltr"),
        GallerySheet("text-1-dark", "states=loaded&textScales=1&directions=ltr&dark=1", of: some + ["Map", "Banner"]),
        GallerySheet("text-1-rtl", "states=loaded&textScales=1&directions=rtl", of: some + ["Map", "Banner"]),
        GallerySheet("text-1.9", "states=loaded&textScales=1.9&directions=ltr", of: some),
        GallerySheet("text-3.2", "states=loaded&textScales=3.2&directions=ltr", of: some),
        GallerySheet("text-3.2-rtl", "states=loaded&textScales=3.2&directions=rtl", of: some),
        GallerySheet("states", "states=loading,stale,empty,error&textScales=1&directions=ltr", of: some + ["Map"]),
    ]

    /// - Parameter layouts: the layouts, without their prefix; all by default.
    private init(_ name: String, _ query: String, of layouts: [String] = []) {
        self.name = name
        let names = layouts.map { "HomeWidget\($0)" }.joined(separator: ",")
        self.query = layouts.isEmpty ? query : "\(query)&layouts=\(names)"
    }

    /// The kept screenshots, made with Chromium 156 and the font DejaVu Sans 2.37.
    static let folder = Child.root.appendingPathComponent("Tests/Fixtures/gallery")

    /// The folder of screenshots that differ from the kept ones.
    static let differing = Child.root.appendingPathComponent(".build/gallery")

    func file(in folder: URL) -> URL { folder.appendingPathComponent("\(name).png") }
}

/// The gallery of a server on the fixtures, in a browser that draws the same on every machine.
struct Gallery {
    let server: RunningServer
    let browser: Browser

    /// Runs `body` with the gallery. Messages on the page's console fail the caller.
    static func with(_ body: (Gallery) throws -> Void) throws -> [String] {
        try withFixtureServer { server in
            try IdleBrowsers.lend { browser in
                try body(Gallery(server: server, browser: browser))
                return try browser.consoleMessages()
            }
        }
    }

    /// Opens a part of the gallery, and waits until it is drawn.
    func open(_ query: String) throws {
        try browser.open("http://127.0.0.1:\(server.port)/preview/gallery?\(query)")
        try browser.wait("the gallery", until: "return document.body.dataset.ready === 'true'")
        // The page's own list begins with the fonts of each system. The header is not a part of the cells.
        try browser.run(
            """
            document.body.style.fontFamily = '"DejaVu Sans"';
            document.querySelector(".gallery-header").hidden = true;
            """
        )
    }

    /// The screenshot of the page. Its pictures are part of the document, so that nothing loads after it is drawn.
    func screenshot() throws -> GalleryScreenshot {
        let cells = try browser.run(Self.cells).array
        return GalleryScreenshot(picture: try browser.pageScreenshot(), cells: cells)
    }

    /// The names and the frames of the cells, in pixels.
    private static let cells = """
        return [...document.querySelectorAll(".gallery-cell")].map((cell) => {
          const { left, top, right, bottom } = cell.querySelector(".page").getBoundingClientRect();
          const [x, y] = [Math.floor(left + scrollX), Math.floor(top + scrollY)];
          const { layout, state } = cell.dataset;
          return {
            name: `${layout} ${state}`,
            x, y, width: Math.ceil(right + scrollX) - x, height: Math.ceil(bottom + scrollY) - y,
          };
        });
        """
}

/// A picture of cells.
struct GalleryScreenshot {
    /// A PNG.
    let picture: Data
    /// The names and the frames of the cells: `{"name", "x", "y", "width", "height"}`, in pixels.
    let cells: [JSON]
}
