import CheckedJSON
import Foundation
import HomeFeed

/// What the config file says: what a home is made of, and who may ask for one.
struct ConfigFile {
    let home: HomeConfig
    let access: Access

    /// Reads and checks the config at `path`, and the files that it names.
    /// - Throws: ``Failure`` naming every error by its path in the file.
    init(_ path: String) throws(Failure) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: path)))
        } catch let error as MalformedJSON {
            throw Failure("\(path) is not JSON: \(error.reason)")
        } catch {
            throw Failure("\(path) cannot be read: \(error.systemReason)")
        }
        do {
            self = try CheckedValue.read(json) { value in
                value.object { Self(reading: &$0, in: URL(fileURLWithPath: path).deletingLastPathComponent()) }
            }
        } catch {
            throw Failure(error, in: path)
        }
    }

    private init?(reading object: inout CheckedObject, in folder: URL) {
        let access = object.value("auth", default: Access.open) { Access(reading: $0, in: folder) }
        let home = HomeConfig(reading: &object)
        guard let access, let home else { return nil }
        self.access = access
        self.home = home
    }
}

extension Failure {
    /// A file that is JSON, but not what it should be: every finding on a line of its own.
    init(_ findings: Findings, in path: String) {
        let count = findings.all.count == 1 ? "1 error" : "\(findings.all.count) errors"
        self.init((["\(path) has \(count)"] + findings.all.map { "  \($0)" }).joined(separator: "\n"))
    }
}
