@testable import HTTPServer

/// A reference parser of heads that splits the text as a whole. The server must accept nothing else, and parse it in
/// the same way.
struct ReferenceHead {
    let method: String
    let target: String
    let minorVersion: Int
    /// Names in lower case.
    let fields: [(name: String, value: String)]

    /// Parses a head up to its empty line; `nil` if it is invalid.
    init?(_ bytes: some Sequence<UInt8>) {
        // One character per byte, so that no byte is skipped.
        var text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).unicodeScalars[...]
        while text.starts(with: "\r\n".unicodeScalars) { text = text.dropFirst(2) }
        guard text.suffix(4).elementsEqual("\r\n\r\n".unicodeScalars) else { return nil }
        var lines: [String] = [""]
        for scalar in text.dropLast(4) {
            if scalar == "\n" {
                guard lines[lines.count - 1].unicodeScalars.last == "\r" else { return nil }
                lines[lines.count - 1].unicodeScalars.removeLast()
                lines.append("")
            } else {
                lines[lines.count - 1].unicodeScalars.append(scalar)
            }
        }
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[2].utf8.count == 8,
            let minor = words[2].last?.wholeNumberValue,
            words[1].unicodeScalars.allSatisfy({ 0x21...0x7e ~= $0.value }),
            !words[1].isEmpty, !words[1].contains("#")
        else { return nil }
        method = words[0]
        target = words[1]
        minorVersion = min(minor, 1)
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            let bytes = line.unicodeScalars.map { UInt8($0.value) }
            guard Self.isField(bytes), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = bytes[(colon + 1)...].drop(while: Self.isBlank)
            let end = value.lastIndex { !Self.isBlank($0) }
            fields.append(
                (
                    name: String(decoding: bytes[..<colon], as: UTF8.self).lowercased(),
                    value: String(
                        String.UnicodeScalarView(
                            value[..<(end.map { $0 + 1 } ?? value.startIndex)].map { Unicode.Scalar($0) }
                        )
                    )
                )
            )
        }
        self.fields = fields
    }

    func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// How the body ends; `nil` if that is ambiguous.
    var framing: (contentLength: Int?, isChunked: Bool)? {
        let lengths = values(of: "content-length")
        let codings = values(of: "transfer-encoding")
        if !codings.isEmpty {
            return lengths.isEmpty && minorVersion == 1 && codings.map { $0.lowercased() } == ["chunked"]
                ? (nil, true) : nil
        }
        guard let length = lengths.first else { return (nil, false) }
        guard lengths.count == 1, length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(length) else {
            return nil
        }
        return (number, false)
    }

    /// Whether this is a valid field line.
    static func isField(_ line: [UInt8]) -> Bool {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        return !name.isEmpty && name.count < line.count && name.allSatisfy(isToken)
            && line.allSatisfy(isFieldContent)
    }

    static func isFieldContent(_ byte: UInt8) -> Bool { byte == 0x09 || 0x20...0x7e ~= byte || byte >= 0x80 }

    static func isToken(_ byte: UInt8) -> Bool { tokens.contains(byte) }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static let tokens = Set(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8
    )
}
