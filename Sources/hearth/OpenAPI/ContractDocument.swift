import Bytes
import Catalogue
import HTTPServer

/// The contract, OpenAPI 3.1: a file of the program, with what the kinds add that a config declares.
struct ContractDocument {
    /// The document as it is served, JSON in UTF-8.
    let bytes: [UInt8]

    /// The contract of a server whose items are of these kinds.
    init(_ kinds: KindTable) {
        let declared = kinds.kinds.filter { KindTable.builtIn[$0.name] == nil }
        guard !declared.isEmpty else {
            bytes = PackageResources.openapi_json
            return
        }
        var text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        func insert(_ addition: String, behind anchor: String) {
            guard let range = text.firstRange(of: anchor) else {
                preconditionFailure("the program's tests read the contract with declared kinds")
            }
            text.insert(contentsOf: addition, at: range.upperBound)
        }
        let references = { (suffix: String) in
            declared.map { ",{\"$ref\":\"\(Self.path)\($0.schemaName)\(suffix)\"}" }.joined()
        }
        insert(references("Item"), behind: "{ \"$ref\": \"\(Self.path)LoadMoreItem\" }")
        insert(references("Search"), behind: "{ \"$ref\": \"\(Self.path)ProductSearch\" }")
        insert(
            declared.map { ",\"\($0.name)\":\"\(Self.path)\($0.schemaName)Item\"" }.joined(),
            behind: "\"loadMore\": \"\(Self.path)LoadMoreItem\""
        )
        for kind in declared {
            let schemas =
                #""\#(kind.schemaName)Item":\#(kind.itemSchema),"\#(kind.schemaName)Search":\#(kind.searchSchema),"#
            insert(schemas, behind: "\"schemas\": {")
        }
        let names = ["listing", "product"] + declared.map(\.name)
        bytes = Array(text.replacing("(listing|product):", with: "(\(names.joined(separator: "|"))):").utf8)
    }

    /// The path at which it is served.
    static let pattern = "/openapi.json"

    /// Adds it to the routes. It has no media type of its own that is registered.
    func add(to router: inout Router) {
        let tag = EntityTag(Revision { $0.combine(bytes: bytes.span) }.rawValue)
        router.on(.get, Self.pattern) { [bytes] _ in
            .now(Response(contentType: "application/json", entityTag: tag, cacheControl: .revalidated, body: bytes))
        }
    }

    /// Where schemas stand in the document.
    static let path = "#/components/schemas/"
}

extension Kind {
    /// The beginning of the names of its schemas: `Restaurant`.
    fileprivate var schemaName: String { name.prefix(1).uppercased() + name.dropFirst() }
}
