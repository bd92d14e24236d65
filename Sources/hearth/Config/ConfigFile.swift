import Bytes
import HTTPServer
import HomeFeed
import JSON

struct ConfigFile: Sendable {
    let home: HomeConfig
    /// The revision of all members and of the files that they name. Secrets are excluded, since their revision would
    /// confirm a guess; the names of keys stand for them.
    let revision: Revision
    /// Those that are about homes.
    private let members: JSONValue
    let access: Authorization
    let crossOrigins: CrossOriginPolicy
    let retention: RetentionConfig
    private(set) var preview: PreviewConfig
    private(set) var recommender: RecommenderConfig
    /// Missing parts of the config that a default replaces.
    private var warnings: [String] = []

    private static let maximumPrintedWarnings = 10

    /// - Parameter flags: Override the config's recommendation service.
    /// - Throws: ``Failure`` with every error and its path in the file.
    init(_ reader: ConfigReader, _ flags: RecommenderFlags? = nil) throws(Failure) {
        var warnings: [String] = []
        self = try CheckedValue.read(reader.file(at: reader.path), named: reader.path) {
            warnings.append("\(reader.path): \($0)")
        } _: {
            Self(reading: &$0, reader)
        }
        self.warnings = warnings
        if preview.isServed { preview.gallery = home.gallery(members, reader) }
        if let service = try flags?.service(reader) { recommender.service = service }
    }

    private init?(reading object: inout CheckedObject, _ reader: ConfigReader) {
        let all = object.remainingMembers
        let access = object.optional("auth").map { Authorization(reading: $0, reader) } ?? .open()
        crossOrigins = object.optional("cors").map { CrossOriginPolicy(reading: $0) } ?? CrossOriginPolicy()
        retention = object.section("retention", RetentionConfig.init(reading:))
        recommender = RecommenderConfig(reading: object.optional("recommender"), reader)
        preview = PreviewConfig(reading: object.optional("preview"), reader)
        members = object.remainingMembers
        var files: [String: [UInt8]] = [:]
        let home = HomeConfig(reading: &object) { value in
            guard let bytes = value.file(reader) else { return nil }
            if let name = value.string() { files[name] = bytes }
            return bytes
        }
        if let compared = preview.compared, let home, compared.kinds != home.kinds {
            object.report("preview.compareWith: expected the same kinds, since both configs read one catalogue")
        }
        guard let access, let home else { return nil }
        revision = Revision { hasher in
            hasher.combine(all)
            for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
                hasher.combine(name)
                hasher.combine(bytes: bytes.span)
            }
            for name in access.keyNames { hasher.combine(name) }
        }
        self.access = access
        self.home = home
    }

    /// The hosts that a server at an address answers as. Without tokens, nothing else keeps the web pages that a person
    /// has open from a server on a loopback address.
    func hosts(at address: String) -> HostPolicy {
        guard case .open(let hosts) = access, ServeOptions.isLoopback(address) || !hosts.isEmpty else { return .any }
        return .loopback(or: hosts)
    }

    func printWarnings(all: Bool = false) {
        let printed = all ? warnings[...] : warnings.prefix(Self.maximumPrintedWarnings)
        for warning in printed { StandardError.line(warning) }
        let rest = warnings.count - printed.count
        if rest > 0 { StandardError.line("and \(rest) more such warnings, which hearth check prints") }
    }
}

extension CrossOriginPolicy {
    private static let counts = 1...100

    private static let requestFields = [
        "Authorization", "Cache-Control", "Content-Type", "If-Match", "If-None-Match", "traceparent", "X-Request-Id",
    ]
    /// The fields that pages may read besides those that the Fetch standard always permits.
    private static let responseFields = ["ETag", "Retry-After", "Server-Timing", "WWW-Authenticate", "X-Request-Id"]

    /// Reads `{"origins": ["https://app.example.com"]}`.
    fileprivate init(reading value: CheckedValue) {
        let origins = value.object { object in
            object.required("origins")?.array(of: "origins", Self.counts) {
                $0.parsed({ Origin($0) }, Origin.expectation)
            }
        }
        self.init(origins: origins ?? [], requestFields: Self.requestFields, responseFields: Self.responseFields)
    }
}

extension CheckedValue {
    /// Reads a file of JSON.
    /// - Throws: ``Failure`` with every error and its path in the file.
    static func read<Value>(
        _ file: [UInt8],
        named name: String,
        warn: (ValidationError) -> Void = { _ in },
        _ read: (inout CheckedObject) -> Value?
    ) throws(Failure) -> Value {
        let json: JSONValue
        do { json = try JSONValue(parsing: file) } catch { throw Failure("\(name) is not JSON: \(error.reason)") }
        do { return try Self.read(json, warn: warn) { $0.object(read) } } catch { throw Failure(error, in: name) }
    }

    /// - Parameter config: Another config that the config names, if the value is in that.
    func file(_ reader: ConfigReader, of config: String? = nil) -> [UInt8]? {
        guard let name = nonEmptyString() else { return nil }
        do {
            return try reader.file(name, besides: config)
        } catch {
            report(error.message)
            return nil
        }
    }
}

extension Failure {
    init(_ errors: ValidationErrors, in path: String) {
        let count = errors.all.count == 1 ? "1 error" : "\(errors.all.count) errors"
        self.init("\(path) has \(count)", errors.all.map(\.description))
    }
}
