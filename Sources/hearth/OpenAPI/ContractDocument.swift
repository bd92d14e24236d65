import Bytes
import Catalogue
import HTTPServer

/// The OpenAPI 3.1 document, with schemas for the kinds that the config declares.
struct ContractDocument {
    /// JSON in UTF-8.
    let bytes: [UInt8]

    init(_ kinds: KindTable) {
        let declared = kinds.kinds.filter { KindTable.builtIn[$0.name] == nil }
        guard !declared.isEmpty else {
            bytes = PackageResources.openapi_json
            return
        }
        var text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        func insert(_ addition: String, after anchor: String) {
            guard let range = text.firstRange(of: anchor) else {
                preconditionFailure("openapi.json has no \(anchor)")
            }
            text.insert(contentsOf: addition, at: range.upperBound)
        }
        let references = { (suffix: String) in
            declared.map { ",{\"$ref\":\"\(Self.path)\($0.schemaName)\(suffix)\"}" }.joined()
        }
        insert(references("Item"), after: "{ \"$ref\": \"\(Self.path)LoadMoreItem\" }")
        insert(references("Search"), after: "{ \"$ref\": \"\(Self.path)ProductSearch\" }")
        insert(
            declared.map { ",\"\($0.name)\":\"\(Self.path)\($0.schemaName)Item\"" }.joined(),
            after: "\"loadMore\": \"\(Self.path)LoadMoreItem\""
        )
        for kind in declared {
            let schemas =
                #""\#(kind.schemaName)Item":\#(kind.itemSchema),"\#(kind.schemaName)Search":\#(kind.searchSchema),"#
            insert(schemas, after: "\"schemas\": {")
        }
        let names = ["listing", "product"] + declared.map(\.name)
        bytes = Array(text.replacing("(listing|product):", with: "(\(names.joined(separator: "|"))):").utf8)
    }

    static let pattern = "/openapi.json"

    func add(to router: inout Router) {
        let tag = EntityTag(Revision { $0.combine(bytes: bytes.span) }.rawValue)
        router.on(.get, Self.pattern) { [bytes] _ in
            .now(Response(contentType: "application/json", entityTag: tag, cacheControl: .revalidated, body: bytes))
        }
    }

    /// The reference to a schema, without its name.
    static let path = "#/components/schemas/"
}

extension Kind {
    /// The prefix of its schemas' names: `Restaurant`.
    fileprivate var schemaName: String { name.prefix(1).uppercased() + name.dropFirst() }
}
