import Bytes

/// A pattern of paths: `/users/{user}/searches`. A parameter matches one non-empty segment.
final class PathPattern: Sendable {
    private enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)
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
        let names = segments.filter { if case .parameter = $0 { true } else { false } }
        precondition(Set(names).count == names.count, "a path's pattern repeats a parameter: \(text)")
    }

    /// Whether to try this pattern before `other`: it has a literal at the first place where they differ in kind.
    func isMoreSpecific(than other: PathPattern) -> Bool {
        for (mine, theirs) in zip(segments, other.segments) {
            switch (mine, theirs) {
            case (.literal, .parameter): return true
            case (.parameter, .literal): return false
            default: continue
            }
        }
        return false
    }

    enum Match: Hashable {
        case matches
        case differs
        /// It would match, but this parameter cannot be decoded.
        case undecodable(parameter: String)
    }

    /// - Throws: ``RequestError/malformed(_:)`` if a segment that must be compared cannot be decoded.
    func match(_ path: Span<UInt8>) throws(RequestError) -> Match {
        if path.equals(text.utf8.span) { return .matches }
        var match = Match.matches
        var position = 0
        for segment in segments {
            guard let range = path.nextSegment(after: &position) else { return .differs }
            let bytes = path.extracting(range)
            let isEncoded = bytes.firstIndex(of: UInt8(ascii: "%")) != nil
            switch segment {
            case .literal(let text) where isEncoded:
                guard let decoded = String(percentEncoded: bytes) else {
                    throw .malformed("the path is not percent-encoded UTF-8")
                }
                guard decoded == text else { return .differs }
            case .literal(let text):
                guard bytes.equals(text.utf8.span) else { return .differs }
            case .parameter(let name):
                guard !bytes.isEmpty else { return .differs }
                if isEncoded, match == .matches, String(percentEncoded: bytes) == nil {
                    match = .undecodable(parameter: name)
                }
            }
        }
        return position == path.count ? match : .differs
    }

    func range(of name: String, in path: Span<UInt8>) -> Range<Int>? {
        var position = 0
        for segment in segments {
            guard let range = path.nextSegment(after: &position) else { return nil }
            if segment == .parameter(name) { return range }
        }
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
