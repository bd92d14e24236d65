import Foundation

/// How the bytes of a file stand for text. A byte order mark precedes it.
enum TextEncoding: Equatable, Sendable {
    case utf8
    case utf16(isBigEndian: Bool)
    /// One byte per character: the UTF-8 of each byte.
    case bytes([[UInt8]])

    /// The encodings that a mapping may name. `iso-8859-1` is read as `windows-1252`, as browsers do: where they
    /// differ, it has control characters alone. UTF-16 without a byte order mark is little-endian, as Windows writes it.
    static let named: [String: TextEncoding] = {
        let bytes: [String: String.Encoding] = [
            "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
            "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "iso-8859-1": .windowsCP1252,
            "iso-8859-2": .isoLatin2, "iso-8859-15": String.Encoding(rawValue: 0x8000_020f),
        ]
        let tables = bytes.mapValues { encoding in
            TextEncoding.bytes((0...0xff).map { Array((String(bytes: [$0], encoding: encoding) ?? "\u{fffd}").utf8) })
        }
        return tables.merging(["utf-8": .utf8, "utf-16": .utf16(isBigEndian: false)]) { $1 }
    }()
}

/// A source's text as UTF-8.
final class TranscodedSource: ByteSource {
    private let source: any ByteSource
    private let encoding: TextEncoding
    /// The bytes of a character that has not ended.
    private var rest: [UInt8]

    /// - Parameter beginning: The bytes of `source` that were read already.
    init(_ source: any ByteSource, beginning: some Sequence<UInt8>, from encoding: TextEncoding) {
        self.source = source
        self.encoding = encoding
        rest = Array(beginning)
    }

    /// The next text: at most three times `count` bytes.
    func read(upTo count: Int) throws(ImportError) -> [UInt8] {
        while true {
            let piece = try source.read(upTo: count)
            rest += piece
            let text = takeText(isLast: piece.isEmpty)
            if !text.isEmpty || piece.isEmpty { return text }
        }
    }

    /// Unpaired surrogates and a cut-off unit become U+FFFD.
    private func takeText(isLast: Bool) -> [UInt8] {
        switch encoding {
        case .utf8:
            defer { rest = [] }
            return rest
        case .bytes(let table):
            defer { rest = [] }
            return rest.flatMap { table[Int($0)] }
        case .utf16(let isBigEndian):
            var units = stride(from: 0, to: rest.count & ~1, by: 2).map { index in
                let (first, second) = (UInt16(rest[index]), UInt16(rest[index + 1]))
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
            if !isLast, let unit = units.last, UTF16.isLeadSurrogate(unit) { units.removeLast() }
            rest.removeFirst(units.count * 2)
            var text = Array(String(decoding: units, as: UTF16.self).utf8)
            if isLast, !rest.isEmpty {
                text += "\u{fffd}".utf8
                rest = []
            }
            return text
        }
    }
}
