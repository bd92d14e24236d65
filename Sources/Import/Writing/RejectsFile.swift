import EventLoop
import Glibc

/// The NDJSON file of rejected records, one ``Rejection`` a line: `{"line", "column", "reason", "record"}`. There is
/// none without rejections. Beyond ``maxSize``, they are only counted.
@safe final class RejectsFile {
    /// In bytes, without the last line, which has the count.
    static let maxSize = 100_000_000

    private let path: String
    private let maxSize: Int
    private var file: UnsafeMutablePointer<FILE>?
    private var size = 0
    private var omitted = 0

    /// Removes the file of an earlier import at `path`.
    init(path: String, maxSize: Int = RejectsFile.maxSize) throws(ImportError) {
        self.path = path
        self.maxSize = maxSize
        // Sound: the system reads the path during the call.
        if unsafe unlink(path) != 0, errno != ENOENT { throw failure }
    }

    deinit {
        // Sound: here and below, only this object uses the file, and closes it once.
        if let file = unsafe file { unsafe fclose(file) }
    }

    func append(_ rejection: Rejection) throws(ImportError) {
        let line = omitted > 0 ? "" : rejection.json + "\n"
        size += line.utf8.count
        if omitted > 0 || size > maxSize {
            omitted += 1
        } else {
            try write(line)
        }
    }

    /// Writes the count of the rejections for which there was no room.
    func finish() throws(ImportError) {
        if omitted > 0 { try write("{\"omitted\":\(omitted)}\n") }
        if let file = unsafe file, unsafe fflush(file) != 0 { throw failure }
    }

    private func write(_ line: String) throws(ImportError) {
        if unsafe file == nil { unsafe file = fopen(path, "we") }
        guard let file = unsafe file, unsafe fputs(line, file) >= 0 else { throw failure }
    }

    private var failure: ImportError { .failure("cannot write the rejected records to \(path): \(systemMessage())") }
}
