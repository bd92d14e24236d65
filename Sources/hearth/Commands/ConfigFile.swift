import CheckedJSON
import Foundation
import HomeFeed

/// The file that says what a home is made of.
enum ConfigFile {
    /// Reads and checks the config at `path`.
    /// - Throws: ``Failure`` naming every error by its path in the file.
    static func read(_ path: String) throws(Failure) -> HomeConfig {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw Failure("\(path) cannot be read: \(error.systemReason)")
        }
        let json: JSONValue
        do {
            json = try JSONValue(parsing: data)
        } catch {
            throw Failure("\(path) is not JSON: \(error.reason)")
        }
        do {
            return try HomeConfig(json)
        } catch {
            throw Failure(error, in: path)
        }
    }
}

extension Failure {
    /// A file that is JSON, but not what it should be: every finding on a line of its own.
    init(_ findings: Findings, in path: String) {
        let count = findings.all.count == 1 ? "1 error" : "\(findings.all.count) errors"
        self.init((["\(path) has \(count)"] + findings.all.map { "  \($0)" }).joined(separator: "\n"))
    }
}
