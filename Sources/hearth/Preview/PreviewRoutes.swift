import Bytes
import HTTPServer
import HomeFeed

/// The routes of the preview: a page that draws homes in the browser from `GET /home`.
enum PreviewRoutes {
    static let patterns = ["/preview", "/preview/{file}"]

    /// Scripts and styles come from this server only; images may come from any host.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' https:; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    static func add(to router: inout Router, _ config: ConfigFile) {
        let all = PreviewFile.all(explains: config.home.explains, asksForTokens: config.access.requiresTokens)
        let files = Dictionary(uniqueKeysWithValues: all.map { ($0.name, response($0)) })
        router.on(.get, patterns[0]) { _ in files[""] ?? ErrorResponse(.notFound).response }
        router.on(.get, patterns[1]) { request in
            files[request.parameter("file")] ?? ErrorResponse(.notFound).response
        }
    }

    private static func response(_ file: PreviewFile) -> Response {
        let revision = Revision { $0.combine(bytes: file.content.span) }
        return Response(
            contentType: file.contentType,
            entityTag: EntityTag(revision.rawValue),
            cacheControl: .revalidated,
            fields: [
                .init("Content-Security-Policy", policy),
                .init("Referrer-Policy", "no-referrer"),
                .init("X-Content-Type-Options", "nosniff"),
            ],
            body: file.content
        )
    }
}

/// A file of the preview, embedded in the program.
struct PreviewFile: Sendable {
    /// The path below `/preview/`; empty for the page itself.
    let name: String
    /// The media type.
    let contentType: String
    let content: [UInt8]

    /// - Parameters:
    ///   - explains: Whether the server explains homes.
    ///   - asksForTokens: Whether homes require a token.
    static func all(explains: Bool, asksForTokens: Bool) -> [PreviewFile] {
        // Tells the page which requests would be rejected.
        let server = #"{"explains":\#(explains),"asksForTokens":\#(asksForTokens)}"#
        return fixed + [PreviewFile(name: "server.json", contentType: "application/json", content: Array(server.utf8))]
    }

    private static let fixed =
        [
            PreviewFile(name: "", contentType: "text/html; charset=utf-8", content: PackageResources.index_html),
            PreviewFile(name: "style.css", contentType: "text/css; charset=utf-8", content: PackageResources.style_css),
        ]
        + [
            ("icon", PackageResources.icon_svg), ("item", PackageResources.item_svg),
            ("listing", PackageResources.listing_svg), ("product", PackageResources.product_svg),
        ].map { PreviewFile(name: "\($0).svg", contentType: "image/svg+xml", content: $1) }
        + [
            ("ask", PackageResources.ask_js), ("bar", PackageResources.bar_js),
            ("choices", PackageResources.choices_js),
            ("devices", PackageResources.devices_js), ("dom", PackageResources.dom_js),
            ("geometry", PackageResources.geometry_js), ("home", PackageResources.home_js),
            ("items", PackageResources.items_js), ("main", PackageResources.main_js),
            ("map", PackageResources.map_js), ("menu", PackageResources.menu_js),
            ("panel", PackageResources.panel_js), ("phone", PackageResources.phone_js),
            ("place", PackageResources.place_js), ("section", PackageResources.section_js),
            ("text", PackageResources.text_js),
        ].map { PreviewFile(name: "\($0).js", contentType: "text/javascript; charset=utf-8", content: $1) }
}
