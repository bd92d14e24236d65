import Bytes

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
    /// - Parameters:
    ///   - explains: whether the server explains a home to any client.
    ///   - asksForTokens: whether a home is only for clients that have a token.
    public static func all(explains: Bool, asksForTokens: Bool) -> [PreviewFile] {
        // So that the page asks for nothing that would be refused.
        let server = #"{"explains":\#(explains),"asksForTokens":\#(asksForTokens)}"#
        return fixed + [PreviewFile("server.json", "application/json", Array(server.utf8))]
    }

    private static let fixed =
        [
            PreviewFile("", "text/html; charset=utf-8", PackageResources.index_html),
            PreviewFile("style.css", "text/css; charset=utf-8", PackageResources.style_css),
        ]
        + [
            ("icon", PackageResources.icon_svg), ("item", PackageResources.item_svg),
            ("listing", PackageResources.listing_svg), ("product", PackageResources.product_svg),
        ].map { PreviewFile("\($0).svg", "image/svg+xml", $1) }
        + [
            ("ask", PackageResources.ask_js), ("devices", PackageResources.devices_js),
            ("dom", PackageResources.dom_js), ("geometry", PackageResources.geometry_js),
            ("home", PackageResources.home_js), ("items", PackageResources.items_js),
            ("main", PackageResources.main_js), ("map", PackageResources.map_js),
            ("panel", PackageResources.panel_js), ("phone", PackageResources.phone_js),
            ("place", PackageResources.place_js), ("section", PackageResources.section_js),
        ].map { PreviewFile("\($0).js", "text/javascript; charset=utf-8", $1) }

    private init(_ name: String, _ contentType: String, _ content: [UInt8]) {
        self.name = name
        self.contentType = contentType
        self.content = content
        revision = Revision { $0.combine(bytes: content.span) }
    }
}
