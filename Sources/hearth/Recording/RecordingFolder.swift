import Bytes
import Catalogue
import Foundation
import HomeFeed

/// A folder of recordings, of which a user's are erased together:
///
///     id=<user>/<instant>-<revision>-<n>.json
///     anonymous/<instant>-0-<n>.json
///
/// The revision in a name is that of the user's state, 0 if nothing was known of the user. Only its owner can read the
/// folder. Several processes may use it.
struct RecordingFolder: Sendable {
    private let url: URL

    private static let anonymous = "anonymous"
    /// Makes `.` and `..` names of folders.
    private static let prefix = "id="

    init(at path: String) {
        url = URL(filePath: path, directoryHint: .isDirectory)
    }

    /// Checks that the folder is writable.
    func create() throws(Failure) {
        do {
            try create(url)
            let probe = url.appending(path: ".writable")
            try write([], to: probe)
            try FileManager.default.removeItem(at: probe)
        } catch {
            throw Failure("recordings cannot be written to \(url.path): \(error.systemReason)")
        }
    }

    private func create(_ folder: URL) throws {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    private func write(_ bytes: [UInt8], to file: URL) throws {
        try Data(bytes).write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    func write(_ recording: [UInt8], of home: RecordedHome) throws {
        let folder = folder(of: home.user)
        try create(folder)
        // Random, since workers and servers may write at the same time.
        let number = Revision(rawValue: .random(in: .min ... .max))
        let name = "\(Self.name(at: Date(home.now)))-\(home.state?.recordedRevision ?? 0)-\(number).json"
        try write(recording, to: folder.appending(path: name))
    }

    /// The beginning of a name. Names sort by their instants.
    private static func name(at instant: Date) -> String {
        instant.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    }

    private func folder(of user: UserID?) -> URL {
        let name = user.map { Self.prefix + $0.rawValue } ?? Self.anonymous
        return url.appending(path: name, directoryHint: .isDirectory)
    }

    /// `nil` erases the recordings without a user.
    func erase(_ user: UserID?) throws { try erase(folder(of: user)) }

    private func erase(_ file: URL) throws {
        do {
            try FileManager.default.removeItem(at: file)
        } catch CocoaError.fileNoSuchFile {
        }
    }

    func users() throws -> [UserID] {
        try names(in: url).filter { $0.hasPrefix(Self.prefix) }
            .compactMap { UserID(String($0.dropFirst(Self.prefix.count))) }
    }

    /// Only states recorded before `time` count; 0 if nothing was known of the user.
    func greatestRevision(of user: UserID, before time: Date) throws -> Int64 {
        try names(in: folder(of: user)).filter { $0 < Self.name(at: time) }.reduce(0) { greatest, name in
            let parts = name.split(separator: "-")
            return max(greatest, parts.count == 3 ? Int64(parts[1]) ?? 0 : 0)
        }
    }

    /// `nil` selects the recordings without a user.
    func deleteRecordings(of user: UserID?, before time: Date) throws {
        let folder = folder(of: user)
        let names = try names(in: folder)
        let old = names.filter { $0 < Self.name(at: time) }
        if old.count == names.count { return try erase(user) }
        for name in old { try erase(folder.appending(path: name)) }
    }

    private func names(in folder: URL) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch CocoaError.fileReadNoSuchFile {
            return []
        }
    }
}

extension UserState {
    fileprivate var recordedRevision: Int64 { self == .empty ? 0 : max(1, counts.revision) }
}
