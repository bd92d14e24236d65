import HTTPServer
import Revisions

/// What the server says of itself to programs.
enum ContractRoutes {
    /// The path that is answered.
    static let pattern = "/openapi.json"

    private static let revision = {
        let bytes = PackageResources.openapi_json
        return Revision { $0.combine(bytes: bytes.span) }
    }()

    /// Adds the contract, OpenAPI 3.1. It has no media type of its own that is registered.
    static func add(to router: inout Router) {
        router.on(.get, pattern) { _ in
            .now(
                Response(
                    contentType: "application/json",
                    entityTag: EntityTag(revision.rawValue),
                    cacheControl: .revalidated,
                    body: PackageResources.openapi_json
                )
            )
        }
    }
}
