import Bytes

/// The paths of a route: `/users/{user}/searches`. A parameter stands for one segment that is not empty.
final class PathPattern: Sendable {
    private enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)
    }

    /// The pattern as it was written.
    let text: String
    private let segments: [Segment]

    /// It is a mistake of the program to write a pattern that neither begins with a slash nor is `*`, which stands for the
    /// server as a whole, or that repeats a parameter.
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

    /// Whether this pattern is to be tried before `other`: it has a literal where the other has its first parameter.
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

    /// What a path is to a pattern.
    enum Match: Hashable {
        case matches
        case differs
        /// It would be one of the pattern's, if this parameter could be decoded.
        case undecodable(parameter: String)
    }

    /// What the encoded `path` is to this pattern.
    /// - Throws: ``RequestError/malformed(_:)`` where a segment cannot be decoded that would have to be compared.
    func match(_ path: Span<UInt8>) throws(RequestError) -> Match {
        // Of a pattern without parameters, this is how most of its paths are written.
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

    /// Where the parameter `name` stands in a path that matches.
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
    /// The segment behind the slash at `position`, which then is the place of the next slash or the path's end.
    fileprivate func nextSegment(after position: inout Int) -> Range<Int>? {
        guard position < count, self[position] == UInt8(ascii: "/") else { return nil }
        let start = position + 1
        position = firstIndex(of: UInt8(ascii: "/"), from: start) ?? count
        return start..<position
    }
}
