import Bytes
import HTTPServer
import HomeFeed

/// The routes of the preview: a page that draws homes in the browser from `GET /home`.
enum PreviewRoutes {
    static let patterns = ["/preview", "/preview/{file}", "/preview/{folder}/{file}"]

    /// Scripts and styles come from this server only; images may come from any host.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' https:; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    static func add(to router: inout Router, _ config: ConfigFile) {
        let contents = PreviewFiles.contents.merging(["server.json": PreviewFiles.settings(config)]) { $1 }
        let files = Dictionary(uniqueKeysWithValues: contents.map { ($0, response($0, $1)) })
        router.on(.get, patterns[0]) { _ in files[""] ?? ErrorResponse(.notFound).response }
        router.on(.get, patterns[1]) { request in
            files[request.parameter("file")] ?? ErrorResponse(.notFound).response
        }
        router.on(.get, patterns[2]) { request in
            files[request.parameter("folder") + "/" + request.parameter("file")] ?? ErrorResponse(.notFound).response
        }
    }

    private static func response(_ name: String, _ content: [UInt8]) -> Response {
        Response(
            contentType: PreviewFiles.contentType(of: name),
            entityTag: EntityTag(Revision { $0.combine(bytes: content.span) }.rawValue),
            cacheControl: .revalidated,
            fields: [
                .init("Content-Security-Policy", policy),
                .init("Referrer-Policy", "no-referrer"),
                .init("X-Content-Type-Options", "nosniff"),
            ],
            body: content
        )
    }
}
