import CZlib

/// Gzips bodies (RFC 1952), one after the other with the same memory: about 256 KiB of zlib's and one block.
///
/// Equal bodies give equal bytes: the header has no time in it.
@safe struct GzipEncoder: ~Copyable {
    /// Of a home of 26 KB, in bytes and microseconds of one core (zlib 1.2.13), levels 1 to 6 make 5310 in 101, 5187 in
    /// 109, 5007 in 119, 4845 in 180, 4567 in 223, 4441 in 263: from 4 on, the search for longer matches begins to cost
    /// more than it saves.
    private static let level: Int32 = 3
    /// For `deflateInit2`: the largest window, 32 KiB, and a gzip header.
    private static let windowBits: Int32 = 15 + 16
    /// zlib's default: a hash table of 64 KiB. More is slower, because it is cleared for each body.
    private static let memoryLevel: Int32 = 8
    private static let blockSize = 32 * 1024

    /// zlib remembers the address of its stream, so that the stream needs a place of its own.
    private let stream: UnsafeMutablePointer<z_stream>
    /// Where zlib writes; what it gives out is copied from here, so that a body that waits for a slow client is no
    /// larger than it has to be.
    private var block = [UInt8](repeating: 0, count: blockSize)

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        let status = unsafe deflateInit2_(
            stream,
            Self.level,
            Z_DEFLATED,
            Self.windowBits,
            Self.memoryLevel,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            size
        )
        precondition(status == Z_OK, "zlib \(ZLIB_VERSION) does not start: \(status)")
    }

    deinit {
        // Sound: the stream was initialized in `init`, is ended once, and nobody else knows it.
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// The gzipped `body`.
    mutating func encode(_ body: [UInt8]) -> [UInt8] {
        unsafe deflateReset(stream)
        var encoded: [UInt8] = []
        // Sound: zlib reads at most avail_in bytes of the body, which lives through the loop and which it does not
        // change, though its type has no const, and writes at most avail_out bytes, which is what the block holds. The
        // next call sets both or finds no input left, so that no pointer is used after its closure.
        unsafe body.withUnsafeBufferPointer { body in
            unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: body.baseAddress)
            unsafe stream.pointee.avail_in = UInt32(body.count)
            var status = Z_OK
            while status == Z_OK {
                let written = unsafe block.withUnsafeMutableBufferPointer { block in
                    unsafe stream.pointee.next_out = block.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(block.count)
                    status = unsafe deflate(stream, Z_FINISH)
                    return unsafe block.count - Int(stream.pointee.avail_out)
                }
                encoded.append(contentsOf: block[..<written])
            }
            precondition(status == Z_STREAM_END, "zlib cannot go on: \(status)")
        }
        return encoded
    }
}
