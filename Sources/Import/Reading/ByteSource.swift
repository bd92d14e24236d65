import CZlib
import EventLoop
import Glibc

protocol ByteSource: AnyObject {
    /// The next bytes: 1 to `count`, or none at the end.
    func read(upTo count: Int) throws(ImportError) -> [UInt8]
}

/// The bytes of a file, compressed or not.
final class FileSource: ByteSource {
    private let path: String
    private let descriptor: Int32
    /// The size in bytes; `nil` for pipes and the like.
    private let size: Int64?
    private var position: Int64 = 0

    /// The share of the file that was read, 0…1; `nil` if its size is unknown.
    var share: Double? { size.flatMap { $0 > 0 ? min(1, Double(position) / Double($0)) : nil } }

    /// Opens the file at `path`; `-` is standard input.
    /// - Throws: ``ImportError/unreadable(path:reason:)``.
    init(path: String) throws(ImportError) {
        // Sound: the system reads the path during the call.
        descriptor = path == "-" ? dup(STDIN_FILENO) : unsafe open(path, O_RDONLY | O_CLOEXEC)
        self.path = path.isEmpty ? "\"\"" : path
        guard descriptor >= 0 else { throw .unreadable(path: self.path, reason: systemMessage()) }
        var status = stat()
        // Sound: fstat writes one whole `stat`, which outlives the call.
        let isKnown = unsafe fstat(descriptor, &status) == 0
        size = isKnown && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    deinit { close(descriptor) }

    func read(upTo count: Int) throws(ImportError) -> [UInt8] {
        while true {
            var result = 0
            // Sound: the system writes at most the capacity of the buffer, and returns how much it wrote.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
                result = unsafe Glibc.read(descriptor, buffer.baseAddress, count)
                initializedCount = max(0, result)
            }
            if result >= 0 {
                position += Int64(result)
                return bytes
            }
            if errno == EINTR { continue }
            let isFolder = errno == EISDIR
            let reason = isFolder ? "it is a folder; name its files, for example with \(path)/*" : systemMessage()
            throw .unreadable(path: path, reason: reason)
        }
    }
}

/// The uncompressed bytes of all members of a gzipped source (RFC 1952).
///
/// Zero bytes after a member are padding, as for gzip(1); other bytes are an error, which zlib's `gzread`
/// ignores.
@safe final class GzipSource: ByteSource {
    static let magic: [UInt8] = [0x1f, 0x8b]

    private static let inputCapacity = 64 * 1024
    /// For `inflateInit2`: the largest window, and a gzip header.
    private static let windowBits: Int32 = 15 + 16

    private let source: any ByteSource
    private var input: FieldBytes
    /// After a member, another one, padding or the end may follow.
    private var isInMember = true
    /// Allocated, because zlib keeps the stream's address.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter beginning: the bytes of `source` that were read already.
    init(_ source: any ByteSource, beginning: [UInt8]) throws(ImportError) {
        self.source = source
        input = beginning[...]
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let version = ZLIB_VERSION
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(stream, Self.windowBits, version, size) == Z_OK else {
            throw Self.damage("zlib \(version) does not start")
        }
    }

    deinit {
        // Sound: the stream was initialized in `init`, is ended once, and is used by this object only.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    func read(upTo count: Int) throws(ImportError) -> [UInt8] {
        while true {
            if input.isEmpty { input = try source.read(upTo: Self.inputCapacity)[...] }
            guard let byte = input.first else {
                guard !isInMember else { throw Self.damage("unexpected end of file") }
                return []
            }
            if isInMember {
                let output = try inflateInput(upTo: count)
                if !output.isEmpty { return output }
            } else if byte == Self.magic[0] {
                unsafe inflateReset(stream)
                isInMember = true
            } else {
                guard byte == 0 else { throw Self.damage("unexpected data after the end") }
                input.removeFirst()
            }
        }
    }

    private static func damage(_ reason: String) -> ImportError { .failure("the gzipped data is damaged: \(reason)") }

    private func inflateInput(upTo count: Int) throws(ImportError) -> [UInt8] {
        var status = Z_OK
        // Sound: zlib reads and writes at most avail_in and avail_out bytes, the sizes of the two buffers, and keeps
        // neither pointer beyond the call.
        let output = unsafe [UInt8](unsafeUninitializedCapacity: count) { output, initializedCount in
            unsafe input.withUnsafeBufferPointer { bytes in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(bytes.count)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(count)
                status = unsafe inflate(stream, Z_NO_FLUSH)
            }
            initializedCount = unsafe count - Int(stream.pointee.avail_out)
        }
        input = unsafe input.suffix(Int(stream.pointee.avail_in))
        switch status {
        case Z_STREAM_END: isInMember = false
        case Z_OK, Z_BUF_ERROR: break
        default:
            // Sound: zlib's message, if there is one, is a constant text.
            let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
            throw Self.damage(message ?? "zlib error \(status)")
        }
        return output
    }
}
