import Bytes
import HomeFeed
import JSON

/// The part of a config on which homes depend, as recordings keep it: without secrets.
struct RecordedConfig: Sendable {
    /// The members that are about homes.
    let members: JSONValue
    /// The texts of the localization files, by the names in the config.
    let files: [String: String]
    /// The content of the config's file among the recordings.
    let bytes: [UInt8]
    /// The revision of ``bytes``: the file's name.
    let revision: Revision

    init(_ members: JSONValue, _ files: [String: String]) {
        self.members = members
        self.files = files
        let bytes = JSONValue.object(["members": members, "files": .object(files.mapValues { .string($0) })]).bytes
        self.bytes = bytes
        revision = Revision { $0.combine(bytes: bytes.span) }
    }

    /// Reads ``bytes``.
    /// - Parameter path: The path of the file, for errors.
    init(parsing bytes: [UInt8], at path: String) throws(Failure) {
        do {
            self = try CheckedValue.read(JSONValue(parsing: bytes)) { value in
                value.object { object in
                    let members = object.required("members")?.json
                    let files = object.required("files")?.dictionary { $1.string() }
                    return members.flatMap { members in files.map { Self(members, $0) } }
                }
            }
        } catch {
            throw Failure(reading: path, error)
        }
    }

    /// The homes' config.
    /// - Parameter path: The path of the file, for errors.
    func home(from path: String) throws(Failure) -> HomeConfig {
        do {
            return try HomeConfig(members) { name in
                guard let text = name.string().flatMap({ files[$0] }) else { return name.mismatch("a recorded file") }
                return Array(text.utf8)
            }
        } catch {
            throw Failure(error, in: path)
        }
    }
}

extension Failure {
    /// The failure to read a JSON file.
    init(reading path: String, _ error: any Error) {
        switch error {
        case let error as JSONSyntaxError: self.init("\(path) is not JSON: \(error.reason)")
        case let error as ValidationErrors: self.init(error, in: path)
        default: self.init("\(path) cannot be read: \(error.systemReason)")
        }
    }
}
