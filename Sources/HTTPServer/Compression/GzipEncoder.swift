import Bytes
import CISAL

/// Gzips response bodies (RFC 1952) by ISA-L at its level 1. An encoder reuses its memory, about 370 KB, for each body.
@safe public struct GzipEncoder: ~Copyable {
    private let memory: UnsafeMutableRawPointer

    public init() {
        // Aligned to a cache line, as ISA-L aligns its tables.
        unsafe memory = .allocate(byteCount: igzip_memory_size(), alignment: 64)
    }

    deinit { unsafe memory.deallocate() }

    /// Appends the gzipped `text`, less than 4 GiB, to `output`. The header has no timestamp.
    public func encode(_ text: [UInt8], to output: inout [UInt8]) {
        // The most bytes: stored blocks of up to 65,535 bytes with 5 bytes each, header and trailer.
        let room = text.count + (text.count / 65_535 + 1) * 5 + 64
        output.append(addingCapacity: room) { output in
            // Sound: the library reads `text.count` bytes, writes at most `room`, and works in the memory it asked for.
            unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                let length = unsafe text.withUnsafeBufferPointer {
                    let end = unsafe buffer.baseAddress! + count
                    return unsafe igzip_encode(memory, $0.baseAddress, UInt32($0.count), end, UInt32(room))
                }
                precondition(length > 0, "ISA-L needs more than \(room) bytes for \(text.count)")
                count += Int(length)
            }
        }
    }
}
