import Bytes
import HTTPServer
import HomeFeed

/// What the server answers to a browser: the page that draws homes.
enum PreviewRoutes {
    /// The page, and its files below.
    static let patterns = ["/preview", "/preview/{file}"]

    /// Nothing but this server's own files runs or styles the page; the items' images may be anywhere.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' https:; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    /// Adds the page and its files.
    static func add(to router: inout Router, _ config: ConfigFile) {
        let all = PreviewFile.all(explains: config.home.explains, asksForTokens: config.access.asksForTokens)
        let files = Dictionary(uniqueKeysWithValues: all.map { ($0.name, response($0)) })
        router.on(.get, patterns[0]) { _ in files[""] ?? ErrorResponse(.notFound).response }
        router.on(.get, patterns[1]) { request in
            files[request.parameter("file")] ?? ErrorResponse(.notFound).response
        }
    }

    private static func response(_ file: PreviewFile) -> Response {
        Response(
            contentType: file.contentType,
            entityTag: EntityTag(file.revision.rawValue),
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
