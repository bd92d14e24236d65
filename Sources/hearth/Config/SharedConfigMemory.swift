import CLinux
import EventLoop
import Foundation

struct SavedConfig: Codable, Sendable {
    /// `nil` before the first config.
    var served: ConfigBytes?
    var rejected: RejectedConfig?
    /// `nil` while the worker reads none.
    var reading: [FileStatus]?
    /// Incremented by ``SharedConfigMemory/save(_:)``.
    fileprivate var version = 0
}

struct RejectedConfig: Codable {
    var at = Timestamp.now()
    /// At least one.
    let errors: [String]
    /// The config is read again when one of these files changes.
    let files: [FileStatus]

    /// Limits of the errors in `/readyz`. Standard error has all errors in full.
    private static let maximumErrors = 20
    private static let maximumLength = 300

    init(_ errors: [String], in files: [FileStatus]) {
        self.files = files
        let shown = errors.prefix(Self.maximumErrors).map { error in
            let start = String(String.UnicodeScalarView(error.unicodeScalars.prefix(Self.maximumLength)))
            return start == error ? error : start + "…"
        }
        let rest = errors.count - shown.count
        self.errors = shown + (rest > 0 ? ["and \(rest) more"] : [])
    }
}

/// Memory of the supervisor (memfd_create(2)) that holds the served config, so that a new worker does not depend on
/// files that may be half written.
///
/// There are two buffers, written alternately. If a worker exits while it writes one, the other is still valid.
struct SharedConfigMemory: Sendable {
    let descriptors: [Int32]

    /// Closed on exec.
    init() throws(Failure) {
        // Sound: the name is a terminated text.
        descriptors = (0..<2).map { _ in unsafe memfd_create("hearth-config", UInt32(MFD_CLOEXEC)) }
        guard descriptors.allSatisfy({ $0 >= 0 }) else {
            throw Failure("memory for the config cannot be allocated: \(systemMessage(errno))")
        }
    }

    /// Child processes do not inherit the memory.
    init(inherited descriptors: [Int32]) {
        self.descriptors = descriptors
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    func load() -> SavedConfig {
        let states = descriptors.compactMap { descriptor in
            // Opening the path again reads from the beginning.
            (try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/fd/\(descriptor)")))
                .flatMap { try? JSONDecoder().decode(SavedConfig.self, from: $0) }
        }
        return states.max { $0.version < $1.version } ?? SavedConfig()
    }

    /// If saving fails, the last saved state remains.
    func save(_ config: inout SavedConfig) {
        config.version += 1
        let buffer = FileHandle(fileDescriptor: descriptors[config.version % 2], closeOnDealloc: false)
        do {
            try buffer.truncate(atOffset: 0)
            try buffer.write(contentsOf: JSONEncoder().encode(config))
        } catch {
            StandardError.line("The config cannot be saved for the next worker: \(error.systemReason)")
        }
    }
}
