import Bytes

extension Tracking {
    /// The token, of characters that stand in an address as they are (RFC 3986, section 2.3).
    ///
    /// A widget's is base64url (RFC 4648, section 5) without padding of: a byte 1, the version of this form; the eight
    /// bytes of the config's revision, the most significant first; then, each behind a byte that tells its length, the
    /// ids of the segment, the widget, and each experiment and its arm. An item's is its widget's,
    /// a dot, its rank in decimal digits, and, where a source put it there, another dot and the source's kind.
    public var token: String {
        var token = Base64URL.encode(binary.span)
        if let place {
            token += ".\(place.rank)"
            if let source = place.source { token += ".\(source)" }
        }
        return token
    }

    private static let version: UInt8 = 1

    private var binary: [UInt8] {
        var bytes = [Self.version]
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: config.rawValue >> UInt64(shift)))
        }
        for text in [segment, widget] + arms.flatMap({ [$0.experiment, $0.arm] }) {
            let text = text.utf8.prefix(Self.maximumLength)
            bytes.append(UInt8(text.count))
            bytes += text
        }
        return bytes
    }

    /// Reads a token.
    /// - Throws: ``TrackingError`` where it is none that ``token`` gives.
    public init(token: String) throws(TrackingError) {
        let parts = token.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard let binary = Base64URL.decode(parts[0].utf8.span) else { throw .damaged }
        guard binary.count > 9 else { throw .damaged }
        guard binary[0] == Self.version else { throw .otherVersion }
        var texts = try Self.texts(binary.dropFirst(9))
        guard texts.count >= 2, texts.count.isMultiple(of: 2) else { throw .damaged }
        config = Revision(rawValue: binary[1...8].reduce(0) { $0 << 8 | UInt64($1) })
        segment = texts[0]
        widget = texts[1]
        texts.removeFirst(2)
        arms = stride(from: 0, to: texts.count, by: 2).map { ExperimentArm(experiment: texts[$0], arm: texts[$0 + 1]) }
        place = nil
        if parts.count > 1 {
            guard token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), let rank = Int(parts[1]), rank >= 0
            else { throw .damaged }
            place = Place(rank: rank, source: parts.count > 2 ? String(parts[2]) : nil)
        }
        // What can be read, but is written otherwise, was not written here.
        guard self.token == token else { throw .damaged }
    }

    private static func texts(_ bytes: ArraySlice<UInt8>) throws(TrackingError) -> [String] {
        var rest = bytes
        var texts: [String] = []
        while let length = rest.popFirst() {
            guard rest.count >= length, rest.prefix(Int(length)).allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw .damaged
            }
            texts.append(String(decoding: rest.prefix(Int(length)), as: UTF8.self))
            rest.removeFirst(Int(length))
        }
        return texts
    }
}

/// Why a text is no tracking token.
public enum TrackingError: Error, Hashable, Sendable {
    /// It was not written by ``Tracking/token``, or something happened to it since.
    case damaged
    /// It is of a form that another version of the program writes.
    case otherVersion
}
