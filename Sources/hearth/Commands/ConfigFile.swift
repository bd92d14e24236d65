import HTTPServer
import HomeFeed
import JSON

/// What the config file says: what a home is made of, who may ask for one, which web pages may, and who recommends.
struct ConfigFile: Sendable {
    let home: HomeConfig
    let access: Authorization
    let crossOrigins: CrossOriginPolicy
    private(set) var recommender: RecommenderConfig
    /// What it leaves out and something else stands in for, a line each.
    private var warnings: [String] = []

    /// Reads and checks a config, and the files that it names.
    /// - Parameter flags: name the recommendation service in place of the config.
    /// - Throws: ``Failure`` naming every error by its path in the file.
    init(_ files: ConfigFiles, _ flags: RecommenderFlags? = nil) throws(Failure) {
        let text = try files.file(at: files.path)
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch {
            throw Failure("\(files.path) is not JSON: \(error.reason)")
        }
        var warnings: [String] = []
        do {
            self = try CheckedValue.read(json) {
                warnings.append("\(files.path): \($0)")
            } _: { value in
                value.object { Self(reading: &$0, files) }
            }
        } catch {
            throw Failure(error, in: files.path)
        }
        self.warnings = warnings
        if let service = try flags?.service(files) { recommender.service = service }
    }

    private init?(reading object: inout CheckedObject, _ files: ConfigFiles) {
        let access = object.value("auth", default: Authorization.open) { Authorization(reading: $0, files) }
        let crossOrigins = object.value("cors", default: CrossOriginPolicy()) { CrossOriginPolicy(reading: $0) }
        let recommender = object.value("recommender", default: RecommenderConfig()) {
            RecommenderConfig(reading: $0, files)
        }
        let home = HomeConfig(reading: &object) { $0.file(files) }
        guard let access, let crossOrigins, let recommender, let home else { return nil }
        self.access = access
        self.crossOrigins = crossOrigins
        self.recommender = recommender
        self.home = home
    }
}

extension ConfigFile {
    /// How many warnings are told one by one.
    private static let toldWarnings = 20

    /// Says what the config leaves out and something else stands in for.
    func tellWarnings() {
        for warning in warnings.prefix(Self.toldWarnings) { StandardErrorMessage.line(warning) }
        if warnings.count > Self.toldWarnings {
            StandardErrorMessage.line("and \(warnings.count - Self.toldWarnings) more such warnings")
        }
    }
}

extension CheckedValue {
    /// The bytes of the file that is named here; `nil` where it cannot be read, which was then reported.
    func file(_ files: ConfigFiles) -> [UInt8]? {
        guard let name = nonEmptyString() else { return nil }
        do {
            return try files.file(name)
        } catch {
            report(error.message)
            return nil
        }
    }
}

extension Failure {
    /// A file that is JSON, but not what it should be: one error per line.
    init(_ errors: ValidationErrors, in path: String) {
        let count = errors.all.count == 1 ? "1 error" : "\(errors.all.count) errors"
        self.init("\(path) has \(count)", errors.all.map(\.description))
    }
}
