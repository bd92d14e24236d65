import Bytes

extension UInt8 {
    static let carriageReturn = UInt8(ascii: "\r")
    static let lineFeed = UInt8(ascii: "\n")

    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// The lower case of an ASCII letter; any other byte as it is.
    var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

    /// `tchar` (RFC 9110 section 5.6.2): letters, digits and `!#$%&'*+-.^_|~` and the backtick.
    package var isToken: Bool { isMember(of: 0x57ff_ffff_c7ff_fffe_03ff_6cfa_0000_0000) }

    /// `etagc`: allowed between an entity tag's quotes (RFC 9110 section 8.8.3).
    var isEntityTag: Bool { self > 0x20 && self != 0x22 && self != 0x7f }

    /// Allowed in a host name (RFC 3986 section 3.2.2: unreserved, sub-delims, and `%`): letters, digits and
    /// `-._~!$&'()*+,;=%`.
    var isRegisteredName: Bool { isMember(of: 0x47ff_fffe_87ff_fffe_2bff_7ff2_0000_0000) }

    /// - Parameter set: a bit for each ASCII character.
    private func isMember(of set: UInt128) -> Bool { self < 128 && set &>> UInt128(self) & 1 == 1 }
}

extension Span<UInt8> {
    /// - Parameter text: in lower case.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        // Sound: a literal's bytes live as long as the program.
        text.withUTF8Buffer { unsafe equalsIgnoringCase(bytes: $0.span) }
    }

    func equalsIgnoringCase(bytes text: Span<UInt8>) -> Bool {
        guard text.count == count else { return false }
        for index in indices where self[index].lowercased != text[index] { return false }
        return true
    }

    func allSatisfy(_ condition: (UInt8) -> Bool) -> Bool {
        for index in indices where !condition(self[index]) { return false }
        return true
    }

    /// `range` without the spaces and tabs at its ends (OWS, RFC 9110 section 5.6.3).
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isBlank { lower += 1 }
        while lower < upper, self[upper - 1].isBlank { upper -= 1 }
        return lower..<upper
    }

    /// Calls `visit` with each element of a comma-separated list (RFC 9110 section 5.6.1), trimmed, empty ones too.
    func forEachListElement<Failure>(_ visit: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        var start = 0
        while true {
            let end = firstIndex(of: UInt8(ascii: ","), from: start) ?? count
            try visit(extracting(trimmed(start..<end)))
            guard end < count else { return }
            start = end + 1
        }
    }
}

extension Span<UInt8> {
    /// Whether this is `uri-host [ ":" port ]` (RFC 9110 section 7.2). Stricter than the grammar: an "http" URI has no
    /// empty host (section 4.2.1), a comma hints at two joined fields, and a port is at most 65,535.
    var isHost: Bool {
        let host = extracting(first: hostCount)
        guard !host.isEmpty,
            host[0] == UInt8(ascii: "[")
                ? host.extracting(1..<host.count - 1).isAddressLiteral
                : host.allSatisfy({ $0.isRegisteredName && $0 != UInt8(ascii: ",") })
        else { return false }
        guard host.count < count else { return true }
        let port = extracting(host.count + 1..<count)
        return self[host.count] == UInt8(ascii: ":") && (port.isEmpty || port.saturatingDecimal ?? .max <= UInt16.max)
    }

    /// The length of a host before its port; 0 if its bracket is not closed.
    var hostCount: Int {
        guard count > 0, self[0] == UInt8(ascii: "[") else { return firstIndex(of: UInt8(ascii: ":")) ?? count }
        return firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? 0
    }

    /// Whether this may stand in brackets (RFC 3986 section 3.2.2): an IPvFuture or IPv6 address, by its characters.
    private var isAddressLiteral: Bool {
        guard count > 0, self[0].lowercased == UInt8(ascii: "v") else {
            return count > 1
                && allSatisfy { $0.hexadecimalValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
                && firstIndex(of: UInt8(ascii: ":")) != nil
        }
        guard let dot = firstIndex(of: UInt8(ascii: ".")), dot > 1, dot + 1 < count else { return false }
        return extracting(1..<dot).allSatisfy { $0.hexadecimalValue != nil }
            && extracting(dot + 1..<count).allSatisfy {
                $0 == UInt8(ascii: ":") || $0.isRegisteredName && $0 != UInt8(ascii: "%")
            }
    }
}
