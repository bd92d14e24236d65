import Bytes
import Catalogue
import HTTPServer

/// The OpenAPI 3.1 document, with the attributes of the kinds that the config declares.
struct ContractDocument {
    let bytes: [UInt8]

    init(_ kinds: KindTable) {
        let declared = kinds.kinds.filter { KindTable.builtIn[$0.name] == nil }
        guard !declared.isEmpty else {
            bytes = PackageResources.openapi_json
            return
        }
        var text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        func insert(_ members: [String], after anchor: String) {
            guard let range = text.firstRange(of: anchor) else {
                preconditionFailure("openapi.json has no \(anchor)")
            }
            text.insert(contentsOf: members.map { "\($0)," }.joined(), at: range.upperBound)
        }
        let attributes = Self.attributes(of: declared)
        insert(attributes.map { #""\#($0.name)":\#($0.schema)"# }, after: Self.firstAttribute)
        insert(attributes.map { #""\#($0.name)":\#($0.conditionSchema)"# }, after: Self.firstCondition)
        let names = ["listing", "product"] + declared.map(\.name)
        bytes = Array(
            text.replacing("(listing|product):", with: "(\(names.joined(separator: "|"))):")
                .replacing(#"["listing", "product""#, with: "[" + names.map { "\"\($0)\"" }.joined(separator: ", "))
                .utf8
        )
    }

    static let pattern = "/openapi.json"

    func add(to router: inout Router) {
        let tag = EntityTag(Revision { $0.combine(bytes: bytes.span) }.rawValue)
        router.on(.get, Self.pattern) { [bytes] _ in
            .now(Response(contentType: "application/json", entityTag: tag, cacheControl: .revalidated, body: bytes))
        }
    }

    /// Leaves out the attributes of built-in kinds, which are in the file, and those that two kinds declare with
    /// different types: clients read a member as one type.
    private static func attributes(of kinds: [Kind]) -> [Attribute] {
        let builtIn = Set(KindTable.builtIn.kinds.flatMap(\.attributes).map(\.name))
        let declared = kinds.flatMap(\.attributes).filter { !builtIn.contains($0.name) }
        return Dictionary(grouping: declared, by: \.name).values.compactMap { all in
            all.dropFirst().reduce(all[0]) { $0?.united(with: $1) }
        }.sorted { $0.name < $1.name }
    }

    /// The name of a schema follows.
    static let path = "#/components/schemas/"
    /// The declared attributes follow these members of the file.
    private static let firstAttribute = #""bedrooms": { "type": "integer", "minimum": 0 },"#
    private static let firstCondition = ##""bedrooms": { "$ref": "#/components/schemas/CountRange" },"##
}
