import Bytes
import Catalogue

/// The content of a `tracking` token: where in which home something was shown. Clients pass the token on to their
/// analytics.
///
/// Only the revision of the document covers it: an item that moves is the same item. All ids are visible ASCII of at
/// most ``maximumLength`` bytes.
public struct Tracking: Hashable, Sendable {
    public var config: Revision
    /// Without a rank in a widget's own token.
    public var origin: EventOrigin
    /// The kind of the source that found the item; `nil` for a stand-in, and without a rank.
    public var source: String?

    /// Of an id, in bytes.
    public static let maximumLength = 255
    private static let version: UInt8 = 1

    /// The token, of unreserved characters (RFC 3986 section 2.3).
    ///
    /// A widget's token is unpadded base64url (RFC 4648 section 5) of: the version byte 1; the config's revision in 8
    /// bytes, big-endian; then, each after a length byte, the ids of the segment, the widget, and each experiment and
    /// its arm. An item's token is the widget's, a dot, its rank in decimal and, if a source found it, a dot and the
    /// source's kind.
    public var token: String {
        var token = Base64URL.encode(binary.span)
        if let rank = origin.rank {
            token += ".\(rank)"
            if let source { token += ".\(source)" }
        }
        return token
    }

    private var binary: [UInt8] {
        var bytes = [UInt8](capacity: 9) {
            $0.append(Self.version)
            $0.append(bigEndian: config.rawValue)
        }
        let widget = [origin.widget.segment, origin.widget.widget]
        for text in widget + origin.arms.flatMap({ [$0.experiment, $0.arm] }) {
            let text = text.utf8.prefix(Self.maximumLength)
            bytes.append(UInt8(text.count))
            bytes += text
        }
        return bytes
    }
}

extension Tracking {
    /// `nil` unless ``token`` of this version wrote it.
    public init?(token: String) {
        let parts = token.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard let binary = Base64URL.decode(parts[0].utf8.span), binary.count > 9, binary[0] == Self.version,
            let texts = Self.texts(binary.dropFirst(9)), texts.count >= 2, texts.count.isMultiple(of: 2)
        else { return nil }
        config = Revision(rawValue: binary[1...8].reduce(0) { $0 << 8 | UInt64($1) })
        let arms = stride(from: 2, to: texts.count, by: 2).map {
            EventOrigin.Arm(experiment: texts[$0], arm: texts[$0 + 1])
        }
        origin = EventOrigin(widget: WidgetID(segment: texts[0], widget: texts[1]), arms: arms)
        if parts.count > 1 {
            guard Self.isVisible(token.utf8), let rank = Int(parts[1]), rank >= 0 else { return nil }
            origin.rank = rank
            if parts.count > 2 { source = String(parts[2]) }
        }
        // Rejects other spellings of the same content.
        guard self.token == token else { return nil }
    }

    private static func texts(_ bytes: ArraySlice<UInt8>) -> [String]? {
        var rest = bytes
        var texts: [String] = []
        while let length = rest.popFirst() {
            guard rest.count >= length, isVisible(rest.prefix(Int(length))) else { return nil }
            texts.append(String(decoding: rest.prefix(Int(length)), as: UTF8.self))
            rest.removeFirst(Int(length))
        }
        return texts
    }

    private static func isVisible(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { 0x21...0x7e ~= $0 } }
}
