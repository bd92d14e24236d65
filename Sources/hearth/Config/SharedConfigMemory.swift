import CLinux
import Foundation
import Observability

/// What the workers of a server know of its config, one after the other.
struct SharedConfigState: Codable, Sendable {
    /// The config that is served; `nil` before there was any.
    var served: ConfigBytes?
    /// The config that was refused after it.
    var refused: RejectedConfig?
    /// The files of the last config, as they stood when a worker began to read a changed one; `nil` while none does.
    var reading: [ObservedFile]?
    /// Grows with each ``SharedConfigMemory/keep(_:)``.
    fileprivate var version = 0
}

/// A config that is not served, because it is wrong.
struct RejectedConfig: Codable {
    var at = Timestamp.now()
    /// At least one, each for a person to read.
    let errors: [String]
    /// The files that it was read from: it is read again once one of them changes.
    let files: [ObservedFile]

    /// The most errors that are told of one config, and the most characters of one. The log has all of them.
    private static let maximumErrors = 20
    private static let maximumLength = 300

    /// - Parameter errors: all of them.
    init(_ errors: [String], in files: [ObservedFile]) {
        self.files = files
        let told = errors.prefix(Self.maximumErrors).map { error in
            let start = String(String.UnicodeScalarView(error.unicodeScalars.prefix(Self.maximumLength)))
            return start == error ? error : start + "…"
        }
        let rest = errors.count - told.count
        self.errors = told + (rest > 0 ? ["and \(rest) more"] : [])
    }
}

/// Memory that a supervisor keeps for its workers (memfd_create(2)), where each finds the config to serve: the files on the disk may
/// be half written when one is replaced.
///
/// There are two pieces, which are written in turn. One that a worker has died in the middle of cannot be decoded, and the other counts.
struct SharedConfigMemory: Sendable {
    /// The two pieces.
    let descriptors: [Int32]

    /// Empty memory, closed on exec.
    init() throws(Failure) {
        // Sound: the name is a terminated text.
        descriptors = (0..<2).map { _ in unsafe memfd_create("hearth-config", UInt32(MFD_CLOEXEC)) }
        guard descriptors.allSatisfy({ $0 >= 0 }) else {
            throw Failure("there is no memory for the config: \(systemMessage(errno))")
        }
    }

    /// Memory that a worker has inherited. It is not inherited further.
    init(inherited descriptors: [Int32]) {
        self.descriptors = descriptors
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    /// What was kept last.
    func load() -> SharedConfigState {
        let pieces = descriptors.compactMap { descriptor in
            // Another opening of the same memory, which is read from its beginning.
            (try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/fd/\(descriptor)")))
                .flatMap { try? JSONDecoder().decode(SharedConfigState.self, from: $0) }
        }
        return pieces.max { $0.version < $1.version } ?? SharedConfigState()
    }

    /// Keeps this for the next worker. Where there is no room for it, the last one that was kept stays.
    func keep(_ config: inout SharedConfigState) {
        config.version += 1
        let piece = FileHandle(fileDescriptor: descriptors[config.version % 2], closeOnDealloc: false)
        do {
            try piece.truncate(atOffset: 0)
            try piece.write(contentsOf: JSONEncoder().encode(config))
        } catch {
            StandardErrorMessage.line("The config is not kept for the next worker: \(error.systemReason)")
        }
    }
}
