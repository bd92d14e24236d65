import Bytes

/// Decodes a chunked body (RFC 9112 section 7.1).
struct ChunkedDecoder {
    private enum Stage {
        case size
        case data(left: Int)
        case dataEnd
        case trailers
    }

    private(set) var body: [UInt8] = []
    private var lines: LineScanner
    private var stage = Stage.size
    /// Bytes of chunk extensions and trailers; they count against the head's limit.
    private var extras = 0
    private var trailers = 0

    /// Hexadecimal digits of a chunk's size that do not count as extras.
    private static let plainDigits = 8

    /// - Parameter start: relative to the request's first byte, as all positions.
    init(start: Int = 0) {
        lines = LineScanner(position: start)
    }

    var position: Int { lines.position }

    /// Continues with `received`, in which the request starts at `start`.
    /// - Returns: whether the body is complete.
    mutating func decode(_ received: [UInt8], from start: Int, limits: ServerLimits) throws(RequestError) -> Bool {
        let bytes = received.span.extracting(start..<received.count)
        while true {
            switch stage {
            case .size:
                guard let size = try nextSize(in: bytes, limits: limits) else { return false }
                guard size <= limits.maxBodySize - body.count else { throw .bodyTooLarge(limit: limits.maxBodySize) }
                stage = size == 0 ? .trailers : .data(left: size)
            case .data(let left):
                let count = min(left, bytes.count - position)
                let data = bytes.extracting(position..<position + count)
                body.append(addingCapacity: count) { $0.append(copying: data) }
                lines.skip(to: position + count)
                stage = count == left ? .dataEnd : .data(left: left - count)
                if count < left { return false }
            case .dataEnd:
                let line = try lines.next(in: bytes, atMost: 2, orThrow: .malformed("a chunk is longer than its size"))
                guard line != nil else { return false }
                stage = .size
            case .trailers:
                guard let isLast = try nextTrailer(in: bytes, limits: limits) else { return false }
                if isLast { return true }
            }
        }
    }

    /// Continues at an earlier position, since the decoded bytes behind it were removed.
    mutating func rewind(to position: Int) {
        if position < self.position { lines.skip(to: position) }
    }

    /// The size of the next chunk, once its line is complete; `Int.max` on overflow.
    private mutating func nextSize(in bytes: Span<UInt8>, limits: ServerLimits) throws(RequestError) -> Int? {
        let line = try lines.next(
            in: bytes,
            atMost: limits.maxHeaderSize - extras + Self.plainDigits + 2,
            orThrow: .malformed("the chunk extensions are too long")
        )
        guard let line else { return nil }
        extras += max(0, line.count - Self.plainDigits)
        var size = 0
        var index = line.lowerBound
        while index < line.upperBound, let digit = bytes[index].hexadecimalValue {
            size = size > Int.max >> 4 ? .max : size << 4 | Int(digit)
            index += 1
        }
        guard index > line.lowerBound else { throw .malformed("a chunk has no size") }
        guard bytes.extracting(index..<line.upperBound).isChunkExtension else {
            throw .malformed("the size of a chunk is not followed by an extension")
        }
        return size
    }

    /// Skips a trailer field, once its line is complete.
    /// - Returns: whether it was the empty line that ends the body.
    private mutating func nextTrailer(in bytes: Span<UInt8>, limits: ServerLimits) throws(RequestError) -> Bool? {
        guard
            let line = try lines.next(
                in: bytes,
                atMost: limits.maxHeaderSize - extras + 2,
                orThrow: limits.headTooLarge
            )
        else { return nil }
        guard !line.isEmpty else { return true }
        extras += line.count + 2
        trailers += 1
        guard trailers <= limits.maxHeaderFields, extras <= limits.maxHeaderSize else { throw limits.headTooLarge }
        _ = try RequestHead.Field(line: line, in: bytes)
        return false
    }
}

extension Span<UInt8> {
    /// Whether this is empty, or begins like `chunk-ext` (RFC 9112 section 7.1.1). Extensions are ignored: only what
    /// could end them, or stand for their beginning, is refused.
    fileprivate var isChunkExtension: Bool {
        let text = trimmed(indices)
        return isEmpty
            || !text.isEmpty && self[text.lowerBound] == UInt8(ascii: ";")
                && contains(no: { $0.areControl }, in: text)
    }
}
