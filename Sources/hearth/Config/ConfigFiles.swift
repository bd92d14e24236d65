import Foundation
import Telemetry

/// The files that a config is made of, each read once: the config itself, and those that it names beside it.
///
/// Whatever is read through here is watched while the server runs, and kept with the config for the worker that replaces one.
final class ConfigFiles {
    /// The path of the config itself.
    let path: String
    /// When they were read.
    let readAt: Timestamp
    /// In the order in which they were asked for, each as it stood before it was read.
    private(set) var watched: [WatchedFile] = []
    private var texts: [String: Data]
    /// Whether the disk is asked for what is not here yet.
    private let isKept: Bool

    /// Those on the disk.
    init(of path: String) {
        self.path = path
        readAt = .now()
        texts = [:]
        isKept = false
    }

    /// What was kept of them.
    struct Kept: Codable {
        let readAt: Timestamp
        let texts: [String: Data]
    }

    /// Those of an earlier reading.
    init(of path: String, kept: Kept) {
        self.path = path
        readAt = kept.readAt
        texts = kept.texts
        isKept = true
    }

    /// What there is to keep.
    var kept: Kept { Kept(readAt: readAt, texts: texts) }

    /// The text of the config itself.
    func config() throws(Failure) -> [UInt8] {
        try read(path, calledBy: path)
    }

    /// The bytes of the file that the config calls `name`.
    func file(_ name: String) throws(Failure) -> [UInt8] {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        return try read(URL(fileURLWithPath: name, relativeTo: folder).path, calledBy: name)
    }

    private func read(_ path: String, calledBy name: String) throws(Failure) -> [UInt8] {
        if let text = texts[path] { return Array(text) }
        guard !isKept else { throw Failure("\(name) was not kept") }
        // First, so that what changes meanwhile is taken for changed.
        watched.append(WatchedFile(at: path))
        do {
            let text = try Data(contentsOf: URL(fileURLWithPath: path))
            texts[path] = text
            return Array(text)
        } catch {
            throw Failure("\(name) cannot be read: \(error.systemReason)")
        }
    }
}
