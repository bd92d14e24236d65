import CZlib

/// What gzipped `bytes` stand for; `nil` where they are not one whole gzip member and nothing else.
package func gunzip(_ bytes: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    var input = bytes
    var stream = unsafe z_stream()
    // Sound: the stream stays where it is between these calls, zlib reads and writes at most what the two arrays hold,
    // and both outlive the closures.
    let isWhole = unsafe withUnsafeMutablePointer(to: &stream) { stream in
        guard unsafe inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return false
        }
        defer { unsafe inflateEnd(stream) }
        return unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe stream.pointee.next_in = input.baseAddress
            unsafe stream.pointee.avail_in = UInt32(input.count)
            var status = Z_OK
            while status == Z_OK {
                let written = unsafe block.withUnsafeMutableBufferPointer { block in
                    unsafe stream.pointee.next_out = block.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(block.count)
                    status = unsafe inflate(stream, Z_NO_FLUSH)
                    return unsafe block.count - Int(stream.pointee.avail_out)
                }
                output.append(contentsOf: block[..<written])
            }
            return unsafe status == Z_STREAM_END && stream.pointee.avail_in == 0
        }
    }
    return isWhole ? output : nil
}
