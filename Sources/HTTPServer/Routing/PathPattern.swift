import Bytes

/// A pattern of paths: `/users/{user}/searches`. A parameter matches one non-empty segment.
final class PathPattern: Sendable {
    private enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)

        var isParameter: Bool { if case .parameter = self { true } else { false } }
    }

    let text: String
    private let segments: [Segment]

    /// - Precondition: the pattern begins with a slash or is `*` (the server as a whole), and repeats no parameter.
    init(_ text: String) {
        precondition(text.hasPrefix("/") || text == "*", "a path's pattern begins with a slash: \(text)")
        self.text = text
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
        let names = segments.filter(\.isParameter)
        precondition(Set(names).count == names.count, "a path's pattern repeats a parameter: \(text)")
    }

    /// Whether to try this pattern before `other`: it has a literal at the first place where they differ in kind.
    func isMoreSpecific(than other: PathPattern) -> Bool {
        zip(segments, other.segments).first { $0.isParameter != $1.isParameter }?.1.isParameter ?? false
    }

    /// - Throws: ``RequestError/malformed(_:)`` if a segment that must be compared cannot be decoded.
    func matches(_ path: Span<UInt8>) throws(RequestError) -> Bool {
        if path.equals(text.utf8.span) { return true }
        var position = 0
        for segment in segments {
            guard let range = path.nextSegment(after: &position) else { return false }
            let bytes = path.extracting(range)
            switch segment {
            case .literal(let text) where bytes.firstIndex(of: UInt8(ascii: "%")) != nil:
                guard let decoded = String(percentEncoded: bytes) else {
                    throw .malformed("the path is not percent-encoded UTF-8")
                }
                guard decoded == text else { return false }
            case .literal(let text):
                guard bytes.equals(text.utf8.span) else { return false }
            case .parameter:
                guard !bytes.isEmpty else { return false }
            }
        }
        return position == path.count
    }

    /// The decoded value of a parameter in a path that matches; `nil` if it cannot be decoded.
    func value(of name: String, in path: Span<UInt8>) -> String? {
        var position = 0
        for segment in segments {
            guard let range = path.nextSegment(after: &position) else { return nil }
            if segment == .parameter(name) { return String(percentEncoded: path.extracting(range)) }
        }
        return nil
    }

    /// The first parameter whose value in a path that matches cannot be decoded.
    func undecodableParameter(in path: Span<UInt8>) -> String? {
        guard path.firstIndex(of: UInt8(ascii: "%")) != nil else { return nil }
        for case .parameter(let name) in segments where value(of: name, in: path) == nil { return name }
        return nil
    }
}

extension Span<UInt8> {
    /// The segment behind the slash at `position`; moves `position` to the next slash or the end.
    fileprivate func nextSegment(after position: inout Int) -> Range<Int>? {
        guard position < count, self[position] == UInt8(ascii: "/") else { return nil }
        let start = position + 1
        position = firstIndex(of: UInt8(ascii: "/"), from: start) ?? count
        return start..<position
    }
}
