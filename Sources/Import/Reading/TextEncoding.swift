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

    /// Takes the whole characters from the beginning of `bytes`, as UTF-8. Unpaired surrogates and a cut-off unit become
    /// U+FFFD.
    func takeText(from bytes: inout [UInt8], isLast: Bool) -> [UInt8] {
        var text: [UInt8] = []
        switch self {
        case .utf8: swap(&text, &bytes)
        case .bytes(let table):
            text = bytes.flatMap { table[Int($0)] }
            bytes = []
        case .utf16(let isBigEndian):
            var units = stride(from: 0, to: bytes.count & ~1, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
            if !isLast, let unit = units.last, UTF16.isLeadSurrogate(unit) { units.removeLast() }
            text = Array(String(decoding: units, as: UTF16.self).utf8)
            bytes.removeFirst(units.count * 2)
            if isLast, !bytes.isEmpty {
                bytes = []
                text += "\u{fffd}".utf8
            }
        }
        return text
    }
}
