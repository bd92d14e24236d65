/// The fuzz targets. Each name is also a folder of the corpus.
enum Fuzzer: String, CaseIterable {
    /// The bytes of a connection.
    case requests
    /// The body of a request, in chunks.
    case chunks
    /// The query and the path of a target, percent-encoded.
    case queries
    /// The header fields that select a representation or name a request.
    case fields
    /// The value of `Accept-Language`.
    case languages
    /// A language tag.
    case tags
    /// The JSON of a request's body.
    case bodies
    /// The query of a home.
    case homes
    /// The cursor of a page, as text and in bytes.
    case cursors
    /// The value of `Authorization`.
    case tokens
    /// A token's header and claims with a valid signature.
    case claims
    /// A file to import, CSV or NDJSON, gzipped or not.
    case files
    /// The rows of a file to import.
    case records
    /// A text to gzip.
    case texts

    /// Aborts at an unexpected result.
    func test(_ input: [UInt8]) {
        switch self {
        case .requests: Requests.test(input)
        case .chunks: Chunks.test(input)
        case .queries: Queries.test(input)
        case .fields: Fields.test(input)
        case .languages: AcceptedFields.test(input)
        case .tags: Tags.test(input)
        case .bodies: Bodies.test(input)
        case .homes: Homes.test(input)
        case .cursors: Cursors.test(input)
        case .tokens: Tokens.test(input)
        case .claims: ClaimSets.test(input)
        case .files: Files.test(input)
        case .records: Records.test(input)
        case .texts: Texts.test(input)
        }
    }
}
