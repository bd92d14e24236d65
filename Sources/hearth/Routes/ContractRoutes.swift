import Catalogue
import HTTPServer
import Revisions

/// What the server says of itself to programs.
enum ContractRoutes {
    /// The path that is answered.
    static let pattern = "/openapi.json"

    /// Adds the contract, OpenAPI 3.1, of a server whose items are of these kinds. It has no media type of its own that is registered.
    static func add(to router: inout Router, kinds: KindTable) {
        let contract = ContractDocument(kinds).bytes
        let tag = EntityTag(Revision { $0.combine(bytes: contract.span) }.rawValue)
        router.on(.get, pattern) { _ in
            .now(Response(contentType: "application/json", entityTag: tag, cacheControl: .revalidated, body: contract))
        }
    }
}
