import CheckedJSON
import Foundation
import GorseClient
import Relay

/// Which recommendation service is asked, and how: the config's `recommender`, every key of which may be left out.
struct RecommenderConfig: Hashable, Sendable {
    /// `nil` where the embedded engine serves.
    var service: Service?
    var limits = ClientLimits()
    var relay = RelayLimits()
    var options = GorseRecommendations.Options()

    /// A service and what it wants to know of who asks.
    struct Service: Hashable, Sendable {
        let address: ServiceAddress
        let key: String?
    }

    static let requests = 1...1024
    static let responseBytes = 1024...(16 << 20)
    private static let milliseconds: ClosedRange<Int64> = 1...3_600_000
    /// The longest key, in bytes.
    private static let longestKey = 1024

    init() {}

    /// The key in the file at `path`.
    static func key(at path: String) throws(Failure) -> String {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw Failure("\(path) cannot be read: \(error.systemReason)")
        }
        return try key(in: data, at: path)
    }

    /// The key in this file, which is at `path`.
    static func key(in file: some Sequence<UInt8>, at path: String) throws(Failure) -> String {
        guard let key = key(in: file) else { throw Failure("\(path) holds no key: \(keyExpectation)") }
        return key
    }

    /// The key in a file: its first line; `nil` where that is none.
    fileprivate static func key(in file: some Sequence<UInt8>) -> String? {
        let key = file.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard (1...longestKey).contains(key.count), key.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        return String(decoding: key, as: UTF8.self)
    }

    fileprivate static let keyExpectation = "expected a line of 1 to \(longestKey) visible ASCII characters"

    init?(reading value: CheckedValue, _ files: ConfigFiles) {
        let config = value.object { object in
            var config = RecommenderConfig()
            let address = object.optional("url").map { $0.address() }
            let key = object.optional("keyFile").map { $0.key(files) }
            if key != nil, address == nil { object.report("\"keyFile\" is the key of \"url\", which is missing") }
            if let address, let address { config.service = Service(address: address, key: key.flatMap(\.self)) }
            config.options.popular = object.optional("popular").flatMap { $0.nonEmptyString() }
            config.options.categoriesAreMarkets =
                object.value("categoriesAreMarkets", default: false) { $0.bool() } ?? false
            config.limits.read(from: &object)
            config.relay.connections = config.limits.requests
            _ = object.optional("relay")?.object { config.relay.read(from: &$0) }
            return config
        }
        guard let config else { return nil }
        self = config
    }

    fileprivate static func read(
        _ key: String,
        _ value: inout Duration,
        from object: inout CheckedObject
    ) {
        if let number = object.optional(key)?.integer(in: milliseconds) { value = .milliseconds(number) }
    }

    fileprivate static func read(
        _ key: String,
        _ value: inout Int,
        _ range: ClosedRange<Int>,
        from object: inout CheckedObject
    ) {
        let range = Int64(range.lowerBound)...Int64(range.upperBound)
        if let number = object.optional(key)?.integer(in: range) { value = Int(number) }
    }
}

extension ClientLimits {
    fileprivate mutating func read(from object: inout CheckedObject) {
        RecommenderConfig.read("timeout", &timeout, from: &object)
        RecommenderConfig.read("requests", &requests, RecommenderConfig.requests, from: &object)
        RecommenderConfig.read("waiters", &waiters, 1...100_000, from: &object)
        RecommenderConfig.read("answers", &answers, 0...1_000_000, from: &object)
        RecommenderConfig.read("answerLife", &answerLife, from: &object)
        RecommenderConfig.read("page", &page, 1...1000, from: &object)
        RecommenderConfig.read("pages", &pages, 1...10, from: &object)
        _ = object.optional("breaker")?.object { breaker.read(from: &$0) }
        _ = object.optional("feedback")?.object { object in
            RecommenderConfig.read("batch", &feedbackBatch, 1...1000, from: &object)
            RecommenderConfig.read("pause", &feedbackPause, from: &object)
            RecommenderConfig.read("longestPause", &longestFeedbackPause, from: &object)
            RecommenderConfig.read("timeout", &feedbackTimeout, from: &object)
            return ()
        }
    }
}

extension BreakerLimits {
    fileprivate mutating func read(from object: inout CheckedObject) -> Void? {
        RecommenderConfig.read("window", &window, 1...64, from: &object)
        RecommenderConfig.read("failures", &failures, 1...64, from: &object)
        RecommenderConfig.read("pause", &pause, from: &object)
        RecommenderConfig.read("longestPause", &longestPause, from: &object)
        if failures > window { object.report("\"failures\" is more than \"window\"") }
        return ()
    }
}

extension RelayLimits {
    fileprivate mutating func read(from object: inout CheckedObject) -> Void? {
        RecommenderConfig.read("responseBytes", &responseBytes, RecommenderConfig.responseBytes, from: &object)
        RecommenderConfig.read("renewal", &renewal, 1...1_000_000_000, from: &object)
        RecommenderConfig.read("silence", &silence, from: &object)
        RecommenderConfig.read("longestPause", &longestPause, from: &object)
        return ()
    }
}

extension CheckedValue {
    fileprivate func address() -> ServiceAddress? {
        guard let text = string() else { return nil }
        return ServiceAddress(text) ?? mismatch(ServiceAddress.expectation)
    }

    fileprivate func key(_ files: ConfigFiles) -> String? {
        guard let bytes = file(files) else { return nil }
        if let key = RecommenderConfig.key(in: bytes) { return key }
        report("\(string() ?? "") holds no key: \(RecommenderConfig.keyExpectation)")
        return nil
    }
}
