import Foundation
import Observability

/// The bytes of a config and of the files that belong to it, as they were read.
struct ConfigBytes: Codable, Sendable {
    /// When they were read.
    var readAt = Timestamp.now()
    /// The files in the order in which they were read, each as it stood before that.
    var files: [ObservedFile] = []
    /// The bytes of each file, by its path.
    var texts: [String: Data] = [:]
}

/// Reads the files that a config is made of, each once: the config itself, and those that it or the command line names.
///
/// Files that are read through here are watched while the server runs, and kept for the worker that replaces one.
final class ConfigFiles {
    /// The path of the config itself.
    let path: String
    /// The files that were read.
    private(set) var bytes: ConfigBytes
    /// Whether `bytes` has every file, so that the disk is not read.
    private let isKept: Bool

    /// - Parameter kept: the files of an earlier reading; those on the disk where there are none.
    init(of path: String, kept: ConfigBytes? = nil) {
        self.path = path
        bytes = kept ?? ConfigBytes()
        isKept = kept != nil
    }

    /// The bytes of the file that the config calls `name`.
    func file(_ name: String) throws(Failure) -> [UInt8] {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        return try read(URL(fileURLWithPath: name, relativeTo: folder).path, calledBy: name)
    }

    /// The bytes of the config itself, or of the file that the command line names.
    func file(at path: String) throws(Failure) -> [UInt8] {
        try read(path, calledBy: path)
    }

    private func read(_ path: String, calledBy name: String) throws(Failure) -> [UInt8] {
        if let text = bytes.texts[path] { return Array(text) }
        guard !isKept else { throw Failure("\(name) was not kept") }
        // First, so that a change during the reading shows.
        bytes.files.append(ObservedFile(at: path))
        do {
            let text = try Data(contentsOf: URL(fileURLWithPath: path))
            bytes.texts[path] = text
            return Array(text)
        } catch {
            throw Failure("\(name) cannot be read: \(error.systemReason)")
        }
    }
}
