import Bytes

/// Parses one JSON document (RFC 8259) from UTF-8 in one pass.
struct JSONParser {
    /// Bounds the stack.
    private static let maximumDepth = 256

    let bytes: [UInt8]
    let keepsDigits: Bool
    var index = 0

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        let value = try value(depth: 0)
        skipWhiteSpace()
        guard index == bytes.count else { throw malformed("the end") }
        return value
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth <= Self.maximumDepth else { throw malformed("at most \(Self.maximumDepth) levels") }
        skipWhiteSpace()
        switch peek {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> [String: JSONValue] {
        index += 1
        var members: [String: JSONValue] = [:]
        if skip(UInt8(ascii: "}")) { return members }
        repeat {
            skipWhiteSpace()
            guard peek == UInt8(ascii: "\"") else { throw malformed("a member's name in quotes") }
            let start = index
            let name = try string()
            guard skip(UInt8(ascii: ":")) else { throw malformed("':'") }
            guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
                throw malformed("a name that does not stand in the object already", at: start)
            }
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw malformed("',' or '}'") }
        return members
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
        index += 1
        var elements: [JSONValue] = []
        if skip(UInt8(ascii: "]")) { return elements }
        repeat {
            elements.append(try value(depth: depth + 1))
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw malformed("',' or ']'") }
        return elements
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw malformed("a value") }
        index += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = index
        if peek == UInt8(ascii: "-") { index += 1 }
        let firstDigit = peek
        let count = skipDigits()
        guard count > 0, count == 1 || firstDigit != UInt8(ascii: "0") else { throw malformed("a value", at: start) }
        var isWhole = true
        if peek == UInt8(ascii: ".") {
            index += 1
            isWhole = false
            guard skipDigits() > 0 else { throw malformed("a digit") }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            index += 1
            isWhole = false
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            guard skipDigits() > 0 else { throw malformed("a digit") }
        }
        let text = try text(from: start, to: index)
        if isWhole, let value = Int64(text) { return .integer(value) }
        if isWhole, keepsDigits { return .string(text) }
        guard let value = Double(text), value.isFinite else { throw malformed("a number that fits 64 bits", at: start) }
        if !isWhole, let whole = Int64(exactly: value) { return .integer(whole) }
        return .number(value)
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        index += 1
        var start = index
        var result = ""
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                result += try text(from: start, to: index)
                index += 1
                return result
            case UInt8(ascii: "\\"):
                result += try text(from: start, to: index)
                index += 1
                result.unicodeScalars.append(try escape())
                start = index
            case 0..<0x20: throw malformed("an escape for the control character")
            default: index += 1
            }
        }
        throw malformed("'\"'")
    }

    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let byte = peek
        index += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw malformed("an escape", at: index - 1)
        }
        let start = index
        var code = try hexadecimal()
        if (0xd800..<0xdc00).contains(code), peek == UInt8(ascii: "\\") {
            let expectation = "the second half of a pair"
            guard bytes[index...].starts(with: "\\u".utf8) else { throw malformed(expectation, at: start) }
            index += 2
            let second = try hexadecimal()
            guard (0xdc00..<0xe000).contains(second) else { throw malformed(expectation, at: start) }
            code = 0x1_0000 + (code - 0xd800) << 10 + (second - 0xdc00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw malformed("a Unicode character", at: start) }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = peek?.hexadecimalValue else { throw malformed("a hexadecimal digit") }
            code = code << 4 | UInt32(digit)
            index += 1
        }
        return code
    }

    // MARK: Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipWhiteSpace() {
        while index < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[index]) { index += 1 }
    }

    /// Skips white space and then `byte`; returns whether it was there.
    private mutating func skip(_ byte: UInt8) -> Bool {
        skipWhiteSpace()
        guard peek == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while peek?.isDigit == true { index += 1 }
        return index - start
    }

    private func text(from start: Int, to end: Int) throws(JSONSyntaxError) -> String {
        guard let utf8 = try? UTF8Span(validating: bytes.span.extracting(start..<end)) else {
            throw malformed("UTF-8", at: start)
        }
        return String(copying: utf8)
    }

    private func malformed(_ expectation: String, at place: Int? = nil) -> JSONSyntaxError {
        let place = place ?? index
        let before = bytes.prefix(place)
        let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        let line = before.count { $0 == 0x0a } + 1
        return JSONSyntaxError(line: line, column: place - lineStart + 1, expectation: expectation)
    }
}
