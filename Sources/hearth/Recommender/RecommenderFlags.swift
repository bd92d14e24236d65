import Recommendations

/// Which recommendation service the command line names.
struct RecommenderFlags {
    /// `nil` where it names none.
    var address: ServiceURL?
    /// The path of the file with the service's key.
    var keyFile: String?

    static let flags = [
        Flag(
            "recommender",
            "URL",
            "the recommendation service (Gorse's REST API); the embedded engine where none is given"
        ),
        Flag("recommender-key-file", "FILE", "the file with the API key of --recommender"),
    ]

    init() {}

    init(_ arguments: Arguments) throws(UsageError) {
        keyFile = arguments["recommender-key-file"]
        guard let text = arguments["recommender"] else {
            if keyFile != nil { throw UsageError("--recommender-key-file is for --recommender, which is missing") }
            return
        }
        guard let address = ServiceURL(text) else {
            throw UsageError("--recommender is \"\(text)\": expected \(ServiceURL.expectation)")
        }
        self.address = address
    }

    /// The service that is named, with its key; `nil` where none is.
    func service(_ files: ConfigFiles) throws(Failure) -> RecommenderConfig.Service? {
        guard let address else { return nil }
        let key = try keyFile.map { path throws(Failure) in
            try RecommenderConfig.key(in: files.file(at: path), at: path)
        }
        return RecommenderConfig.Service(address: address, key: key)
    }
}
