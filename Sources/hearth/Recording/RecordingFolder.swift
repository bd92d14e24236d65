import Bytes
import Catalogue
import Foundation

/// A folder of recordings:
///
///     configs/<revision>.json                      the homes' part of each config
///     users/id=<id>/<instant>-<revision>-<n>.json  the recordings of a user, which are erased together
///     anonymous/<instant>-0-<n>.json               those without a user
///     signing-keys/<revision>                      the keys that sign tokens; apart, so that recordings can be passed on
///
/// The revision in the name of a recording is that of the user's state, 0 if nothing was known of the user.
/// Only its owner can read it. Several processes may use one folder.
struct RecordingFolder: Sendable {
    private let url: URL

    private var configs: URL { url.appending(path: "configs") }
    private var anonymous: URL { url.appending(path: "anonymous") }
    private var users: URL { url.appending(path: "users") }
    private var signingKeys: URL { url.appending(path: "signing-keys") }

    /// A folder, which may not exist yet.
    init(at path: String) {
        url = URL(filePath: path, directoryHint: .isDirectory)
    }

    /// The folder of a recording; `nil` if the file is in none.
    init?(of recording: String) {
        var folder = URL(filePath: recording).absoluteURL.deletingLastPathComponent()
        for _ in 0..<2 {
            folder.deleteLastPathComponent()
            if FileManager.default.fileExists(atPath: folder.appending(path: "configs").path) {
                url = folder
                return
            }
        }
        return nil
    }

    /// Creates the folder, and checks that it is writable.
    func create() throws(Failure) {
        do {
            for folder in [url, configs, anonymous, users, signingKeys] { try create(folder) }
            try write([], to: url.appending(path: ".writable"))
            try FileManager.default.removeItem(at: url.appending(path: ".writable"))
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

    /// Replaces a file, so that readers see the old or the new content.
    private func write(_ bytes: [UInt8], to file: URL) throws {
        try Data(bytes).write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    // MARK: Recordings

    /// Writes a recording.
    /// - Parameters:
    ///   - user: The user; `nil` if unknown.
    ///   - state: What was known of the user.
    ///   - now: The instant of the home, in Unix seconds (UTC).
    func write(_ recording: [UInt8], of user: UserID?, _ state: UserState?, at now: Int64) throws {
        let folder = user.map(folder) ?? anonymous
        try create(folder)
        let instant = Date(timeIntervalSince1970: TimeInterval(now)).formatted(
            .iso8601.dateSeparator(.omitted).timeSeparator(.omitted)
        )
        // Random, since workers and servers may write at the same time.
        let number = Revision(rawValue: .random(in: .min ... .max))
        let name = "\(instant)-\((state ?? .empty).recordedRevision)-\(number).json"
        try write(recording, to: folder.appending(path: name))
    }

    /// The prefix makes `.` and `..` names of folders.
    private static let prefix = "id="

    private func folder(of user: UserID) -> URL {
        users.appending(path: Self.prefix + user.rawValue, directoryHint: .isDirectory)
    }

    /// Erases the recordings of a user.
    func erase(_ user: UserID) throws { try erase(folder(of: user)) }

    private func erase(_ folder: URL) throws {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch CocoaError.fileNoSuchFile {
        }
    }

    /// The users with recordings.
    func recordedUsers() throws -> [UserID] {
        try content(of: users).compactMap { UserID(String($0.lastPathComponent.dropFirst(Self.prefix.count))) }
    }

    /// The greatest revision of a user's state that was recorded before `time`; 0 if nothing was known of the user.
    func greatestRevision(of user: UserID, before time: Date) throws -> Int64 {
        try content(of: folder(of: user)).reduce(0) { greatest, file in
            let parts = file.lastPathComponent.split(separator: "-")
            guard parts.count == 3, let revision = Int64(parts[1]), try isWritten(file, before: time) else {
                return greatest
            }
            return max(greatest, revision)
        }
    }

    /// Deletes the recordings of a user that were written before `time`.
    func deleteRecordings(of user: UserID, before time: Date) throws {
        let folder = folder(of: user)
        if try deleteFiles(in: folder, before: time) { try erase(folder) }
    }

    /// Deletes the recordings without a user and the configs that were last used before `time`.
    func deleteOthers(before time: Date) throws {
        for folder in [anonymous, configs] { _ = try deleteFiles(in: folder, before: time) }
    }

    /// - Returns: Whether no file is left.
    private func deleteFiles(in folder: URL, before time: Date) throws -> Bool {
        var isEmpty = true
        for file in try content(of: folder) {
            if try isWritten(file, before: time) { try erase(file) } else { isEmpty = false }
        }
        return isEmpty
    }

    private func isWritten(_ file: URL, before time: Date) throws -> Bool {
        let date = try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        return date.map { $0 < time } ?? false
    }

    private func content(of folder: URL) throws -> [URL] {
        do {
            return try FileManager.default.contentsOfDirectory(
                at: folder,
                includingPropertiesForKeys: [.contentModificationDateKey]
            )
        } catch CocoaError.fileReadNoSuchFile {
            return []
        }
    }

    // MARK: What recordings share

    /// Keeps a config for as long as its recordings.
    func keep(_ config: RecordedConfig) throws {
        let file = file(ofConfig: "\(config.revision)")
        do {
            try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
        } catch {
            try create(configs)
            try write(config.bytes, to: file)
        }
    }

    /// The path of the config of this name.
    func path(ofConfig name: String) -> String { file(ofConfig: name).path }

    private func file(ofConfig name: String) -> URL { configs.appending(path: "\(name).json") }

    /// Keeps a key that signs tokens.
    func keep(signingKey key: [UInt8]) throws {
        try create(signingKeys)
        try write(Array(Base64URL.encode(key.span).utf8), to: signingKeys.appending(path: "\(Revision(ofKey: key))"))
    }

    /// The key of this revision; `nil` if it is missing.
    func signingKey(_ revision: Revision) -> [UInt8]? {
        let text = try? Data(contentsOf: signingKeys.appending(path: "\(revision)"))
        return text.flatMap { Base64URL.decode(Array($0).span) }.flatMap { Revision(ofKey: $0) == revision ? $0 : nil }
    }
}

extension UserState {
    /// The revision in the name of a recording.
    var recordedRevision: Int64 { self == .empty ? 0 : max(1, counts.revision) }
}

extension Revision {
    /// The revision of a key, by which recordings name it. Keys are random, so that it confirms no guess.
    init(ofKey key: [UInt8]) { self.init { $0.combine(bytes: key.span) } }
}
