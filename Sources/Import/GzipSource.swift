import CZlib

/// The bytes that a gzipped source (RFC 1952) stands for, all of its members one after the other.
///
/// Zero bytes after the last member are padding, as gzip(1) has it; anything else there is damage.
@safe final class GzipSource: ByteSource {
    /// What a gzipped file begins with.
    static let magic: [UInt8] = [0x1f, 0x8b]

    /// How many compressed bytes are read at a time.
    private static let inputCapacity = 64 * 1024
    /// For `inflateInit2`: the largest window, and a gzip header to expect.
    private static let windowBits: Int32 = 15 + 16

    private enum State {
        case inMember
        /// A member has ended; the next one, padding or the end may follow.
        case betweenMembers
        case padding
    }

    private let source: any ByteSource
    private var input: FieldBytes
    private var state = State.inMember
    /// zlib remembers the address of its stream, so that the stream needs a place of its own.
    private let stream: UnsafeMutablePointer<z_stream>

    /// The bytes that `source` stands for, of which the `beginning` was read already.
    init(_ source: any ByteSource, beginning: [UInt8]) throws(ImportError) {
        self.source = source
        input = beginning[...]
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let version = ZLIB_VERSION
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(stream, Self.windowBits, version, size) == Z_OK else {
            throw .damagedGzip(reason: "zlib \(version) does not start")
        }
    }

    deinit {
        // Sound: the stream was initialized in `init`, is ended once, and nobody else knows it.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    func read(upTo count: Int) throws(ImportError) -> [UInt8] {
        while true {
            if input.isEmpty { input = try source.read(upTo: Self.inputCapacity)[...] }
            guard let byte = input.first else {
                guard state != .inMember else { throw .damagedGzip(reason: "they end in the middle") }
                return []
            }
            switch state {
            case .inMember:
                let output = try inflateInput(upTo: count)
                if !output.isEmpty { return output }
            case .betweenMembers where byte == Self.magic[0]:
                unsafe inflateReset(stream)
                state = .inMember
            case .betweenMembers, .padding:
                guard byte == 0 else { throw .damagedGzip(reason: "something else follows after their end") }
                state = .padding
                input.removeFirst()
            }
        }
    }

    private func inflateInput(upTo count: Int) throws(ImportError) -> [UInt8] {
        var status = Z_OK
        // Sound: zlib reads and writes at most avail_in and avail_out bytes, which are what the two buffers hold, and
        // keeps neither pointer beyond the call.
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
        case Z_STREAM_END: state = .betweenMembers
        case Z_OK, Z_BUF_ERROR: break
        default:
            // Sound: zlib's message, where there is one, is a constant text.
            let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
            throw .damagedGzip(reason: message ?? "zlib answers \(status)")
        }
        return output
    }
}
