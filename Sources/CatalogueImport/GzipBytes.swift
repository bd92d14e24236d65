import CZlib

/// The bytes that a gzipped source (RFC 1952) stands for, all of its members one after the other.
///
/// Zero bytes after the last member are padding, as gzip(1) has it; anything else there is damage.
@safe final class GzipBytes: ByteSource {
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
    private var input = [UInt8](repeating: 0, count: inputCapacity)
    private var available: Range<Int> = 0..<0
    private var state = State.inMember
    /// zlib remembers the address of its stream, so that the stream needs a place of its own.
    private let stream: UnsafeMutablePointer<z_stream>

    /// The bytes that `source` stands for.
    init(_ source: any ByteSource) throws(ImportError) {
        self.source = source
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

    func read(into buffer: inout [UInt8], from offset: Int) throws(ImportError) -> Int {
        while true {
            if available.isEmpty {
                available = 0..<(try source.read(into: &input, from: 0))
                if available.isEmpty {
                    guard state != .inMember else { throw .damagedGzip(reason: "they end in the middle") }
                    return 0
                }
            }
            guard try isInMember() else { continue }
            let count = try inflateAvailable(into: &buffer, from: offset)
            if count > 0 { return count }
        }
    }

    /// Looks at what follows a member; consumes padding.
    private func isInMember() throws(ImportError) -> Bool {
        if state == .inMember { return true }
        let byte = input[available.lowerBound]
        if byte == Self.magic[0], state == .betweenMembers {
            unsafe inflateReset(stream)
            state = .inMember
            return true
        }
        guard byte == 0 else { throw .damagedGzip(reason: "something else follows after their end") }
        state = .padding
        available.removeFirst()
        return false
    }

    private func inflateAvailable(into buffer: inout [UInt8], from offset: Int) throws(ImportError) -> Int {
        let capacity = buffer.count - offset
        // Sound: zlib reads and writes at most avail_in and avail_out bytes, which are what the two arrays hold behind
        // the offsets, and keeps neither pointer beyond the call.
        let status = unsafe input.withUnsafeMutableBufferPointer { bytes in
            unsafe buffer.withUnsafeMutableBufferPointer { output in
                unsafe stream.pointee.next_in = bytes.baseAddress?.advanced(by: available.lowerBound)
                unsafe stream.pointee.avail_in = UInt32(available.count)
                unsafe stream.pointee.next_out = output.baseAddress?.advanced(by: offset)
                unsafe stream.pointee.avail_out = UInt32(capacity)
                return unsafe inflate(stream, Z_NO_FLUSH)
            }
        }
        available = unsafe (available.upperBound - Int(stream.pointee.avail_in))..<available.upperBound
        let written = unsafe capacity - Int(stream.pointee.avail_out)
        switch status {
        case Z_STREAM_END: state = .betweenMembers
        case Z_OK, Z_BUF_ERROR: break
        default:
            // Sound: zlib's message, where there is one, is a constant text.
            let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
            throw .damagedGzip(reason: message ?? "zlib answers \(status)")
        }
        return written
    }
}

extension Range<Int> {
    fileprivate mutating func removeFirst() {
        self = (lowerBound + 1)..<upperBound
    }
}
