import JSON
import Recommendations

/// The config's `recommender`. All keys are optional.
struct RecommenderConfig: Hashable, Sendable {
    /// `nil` for the embedded engine.
    var service: Service?
    var options = GorseOptions()
    var helper = HelperLimits()

    struct Service: Hashable, Sendable {
        let address: ServiceURL
        let key: String?
    }

    /// In bytes.
    private static let maximumKeyLength = 1024

    /// The first line of the file.
    /// - Parameter path: For error messages.
    fileprivate static func key(in file: some Sequence<UInt8>, at path: String) throws(Failure) -> String {
        let key = file.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard (1...maximumKeyLength).contains(key.count), key.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw Failure("\(path) holds no key: expected a line of 1 to \(maximumKeyLength) visible ASCII characters")
        }
        return String(decoding: key, as: UTF8.self)
    }

    init(reading value: CheckedValue?, _ reader: ConfigReader) {
        _ = value?.object { object in
            let address = object.optional("url").map { $0.address() }
            let key = object.optional("keyFile").map { $0.key(reader) }
            if key != nil, address == nil { object.report("\"keyFile\" is the key of \"url\", which is missing") }
            if let address, let address { service = Service(address: address, key: key.flatMap(\.self)) }
            options.popular = object.optional("popular")?.nonEmptyString()
            options.categoriesAreMarkets = object.optional("categoriesAreMarkets")?.bool() ?? false
            object.read("timeout", into: &options.timeout)
            object.read("maxConcurrentRequests", 1...1024, into: &options.maxConcurrentRequests)
            object.read("cacheSize", 0...1_000_000, into: &options.cacheSize)
            object.read("cacheLifetime", into: &options.cacheLifetime)
            object.read("pageSize", 1...1000, into: &options.pageSize)
            object.read("maxPages", 1...10, into: &options.maxPages)
            _ = object.optional("circuitBreaker")?.object { object in
                object.read("window", 1...64, into: &options.circuitBreaker.window)
                object.read("failures", 1...64, into: &options.circuitBreaker.failures)
                object.read("backoff", into: &options.circuitBreaker.backoff)
                object.read("maxBackoff", into: &options.circuitBreaker.maxBackoff)
                let (failures, window) = (options.circuitBreaker.failures, options.circuitBreaker.window)
                if failures > window { object.report("\"failures\" is more than \"window\"") }
                return ()
            }
            helper.maxConcurrentRequests = options.maxConcurrentRequests
            _ = object.optional("helper")?.object { object in
                object.read("maxResponseSize", 1024...(16 << 20), into: &helper.maxResponseSize)
                object.read("maxRequests", 1...1_000_000_000, into: &helper.maxRequests)
                object.read("hangTimeout", into: &helper.hangTimeout)
                object.read("maxBackoff", into: &helper.maxBackoff)
                return ()
            }
            return ()
        }
    }
}

extension CheckedObject {
    fileprivate mutating func read(_ key: String, _ range: ClosedRange<Int64>, into value: inout Int) {
        if let number = optional(key)?.integer(in: range) { value = Int(number) }
    }

    /// In milliseconds.
    fileprivate mutating func read(_ key: String, into value: inout Duration) {
        if let number = optional(key)?.integer(in: 1...3_600_000) { value = .milliseconds(number) }
    }
}

extension CheckedValue {
    fileprivate func address() -> ServiceURL? {
        guard let text = string() else { return nil }
        return ServiceURL(text) ?? mismatch(ServiceURL.expectation)
    }

    fileprivate func key(_ reader: ConfigReader) -> String? {
        guard let bytes = file(reader) else { return nil }
        do {
            return try RecommenderConfig.key(in: bytes, at: string() ?? "")
        } catch {
            report(error.message)
            return nil
        }
    }
}

struct RecommenderFlags {
    var address: ServiceURL?
    var keyFile: String?

    static let flags = [
        Flag("recommender", "URL", "recommendation service (Gorse's REST API); if missing, the embedded engine"),
        Flag("recommender-key-file", "FILE", "file with the API key of --recommender"),
    ]

    init() {}

    init(_ arguments: Arguments) throws(UsageError) {
        keyFile = arguments["recommender-key-file"]
        guard arguments["recommender"] != nil else {
            if keyFile != nil { throw UsageError("--recommender-key-file requires --recommender") }
            return
        }
        address = try arguments.parsed("recommender", ServiceURL.expectation) { ServiceURL($0) }
    }

    func service(_ reader: ConfigReader) throws(Failure) -> RecommenderConfig.Service? {
        guard let address else { return nil }
        let key = try keyFile.map { path throws(Failure) in
            try RecommenderConfig.key(in: reader.file(at: path), at: path)
        }
        return RecommenderConfig.Service(address: address, key: key)
    }
}
