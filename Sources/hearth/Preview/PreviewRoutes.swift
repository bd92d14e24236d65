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
            PreviewFile(name: "icon.svg", contentType: "image/svg+xml", content: PackageResources.icon_svg),
        ]
        + [
            ("page", PackageResources.page_css), ("phone", PackageResources.phone_css),
        ].map { PreviewFile(name: "\($0).css", contentType: "text/css; charset=utf-8", content: $1) }
        + [
            ("ask", PackageResources.ask_js), ("bar", PackageResources.bar_js),
            ("chance", PackageResources.chance_js), ("choices", PackageResources.choices_js),
            ("curl", PackageResources.curl_js), ("devices", PackageResources.devices_js),
            ("difference", PackageResources.difference_js), ("dish", PackageResources.dish_js),
            ("dom", PackageResources.dom_js), ("drawers", PackageResources.drawers_js),
            ("emblem", PackageResources.emblem_js), ("events", PackageResources.events_js),
            ("garment", PackageResources.garment_js), ("geometry", PackageResources.geometry_js),
            ("home", PackageResources.home_js), ("house", PackageResources.house_js),
            ("icons", PackageResources.icons_js), ("illustration", PackageResources.illustration_js),
            ("items", PackageResources.items_js), ("journal", PackageResources.journal_js),
            ("json", PackageResources.json_js), ("main", PackageResources.main_js), ("map", PackageResources.map_js),
            ("memory", PackageResources.memory_js), ("menu", PackageResources.menu_js),
            ("missing", PackageResources.missing_js), ("more", PackageResources.more_js),
            ("panel", PackageResources.panel_js), ("phone", PackageResources.phone_js),
            ("pins", PackageResources.pins_js), ("place", PackageResources.place_js),
            ("scenery", PackageResources.scenery_js), ("section", PackageResources.section_js),
            ("separators", PackageResources.separators_js), ("settings", PackageResources.settings_js),
            ("skeleton", PackageResources.skeleton_js), ("stage", PackageResources.stage_js),
            ("statusbar", PackageResources.statusbar_js), ("swipe", PackageResources.swipe_js),
            ("text", PackageResources.text_js), ("timing", PackageResources.timing_js),
            ("toast", PackageResources.toast_js), ("user", PackageResources.user_js),
            ("why", PackageResources.why_js),
        ].map { PreviewFile(name: "\($0).js", contentType: "text/javascript; charset=utf-8", content: $1) }
}
