import Glibc

/// The file of rejections: one a line, and no file where there are none.
final class RejectsFile {
    private let path: String
    private var descriptor: Int32?
    private var unwritten: [UInt8] = []

    /// Takes away what an earlier run left at `path`.
    init(path: String) throws(ImportError) {
        self.path = path
        // Sound: the system reads the path during the calls.
        if unsafe access(path, F_OK) == 0, unsafe unlink(path) != 0 {
            throw .unwritableRejects(path: path, reason: systemError())
        }
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    func append(_ rejection: Rejection) {
        unwritten.append(contentsOf: rejection.json.utf8)
        unwritten.append(.lineFeed)
    }

    /// Writes what was appended.
    func flush() throws(ImportError) {
        guard !unwritten.isEmpty else { return }
        let descriptor = if let descriptor { descriptor } else { try create() }
        self.descriptor = descriptor
        var rest = unwritten[...]
        while !rest.isEmpty {
            // Sound: the system reads the bytes that the slice holds, during the call.
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest.removeFirst(count)
            } else if errno != EINTR {
                throw .unwritableRejects(path: path, reason: systemError())
            }
        }
        unwritten.removeAll(keepingCapacity: true)
    }

    private func create() throws(ImportError) -> Int32 {
        // Sound: the system reads the path during the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .unwritableRejects(path: path, reason: systemError()) }
        return descriptor
    }
}
