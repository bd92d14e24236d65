public import Revisions

/// One of the files of the page that draws homes as an app does, by nothing but `GET /home` and the metrics in it. They stand in
/// the program, so that nothing else has to be there to serve them.
public struct PreviewFile: Sendable {
    /// What it is called below `/preview/`; empty for the page itself.
    public let name: String
    /// Its media type.
    public let contentType: String
    /// What is in it.
    public let content: [UInt8]
    /// The revision of its content.
    public let revision: Revision

    /// All of them.
    /// - Parameter server: what the page has to know of the server.
    public static func all(on server: PreviewedServer) -> [PreviewFile] {
        fixed + [PreviewFile("server.json", "application/json", server.json)]
    }

    private static let fixed = [
        PreviewFile("", "text/html; charset=utf-8", PackageResources.index_html),
        PreviewFile("style.css", "text/css; charset=utf-8", PackageResources.style_css),
        picture("icon.svg", PackageResources.icon_svg),
        picture("item.svg", PackageResources.item_svg),
        picture("listing.svg", PackageResources.listing_svg),
        picture("product.svg", PackageResources.product_svg),
        script("ask.js", PackageResources.ask_js),
        script("devices.js", PackageResources.devices_js),
        script("dom.js", PackageResources.dom_js),
        script("geometry.js", PackageResources.geometry_js),
        script("home.js", PackageResources.home_js),
        script("items.js", PackageResources.items_js),
        script("main.js", PackageResources.main_js),
        script("map.js", PackageResources.map_js),
        script("panel.js", PackageResources.panel_js),
        script("phone.js", PackageResources.phone_js),
        script("place.js", PackageResources.place_js),
        script("section.js", PackageResources.section_js),
    ]

    private static func picture(_ name: String, _ content: [UInt8]) -> PreviewFile {
        PreviewFile(name, "image/svg+xml", content)
    }

    private static func script(_ name: String, _ content: [UInt8]) -> PreviewFile {
        PreviewFile(name, "text/javascript; charset=utf-8", content)
    }

    private init(_ name: String, _ contentType: String, _ content: [UInt8]) {
        self.name = name
        self.contentType = contentType
        self.content = content
        revision = Revision { $0.combine(bytes: content.span) }
    }
}
