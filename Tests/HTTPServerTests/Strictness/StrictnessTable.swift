import Testing

/// Requests of one kind, and what becomes of them.
struct StrictnessTable: Sendable, CustomTestStringConvertible {
    /// Where it is decided.
    let source: String
    /// The bytes, with `↵` for CRLF and `§` for what differs.
    let template: String
    /// What stands for `§`, and the outcome: see ``outcomes(of:limits:)``.
    let rows: [(String, String)]

    var testDescription: String { "\(source): \(template)" }

    /// Every request with its outcome.
    var cases: [(text: String, outcome: String)] {
        rows.map { part, outcome in
            (template.split(separator: "§", omittingEmptySubsequences: false).joined(separator: part), outcome)
        }
    }

    static let all =
        requestLine + targets + lines + fields + hosts + lengths + codings + chunks + connections

    /// Rows of one outcome.
    static func rows(_ outcome: String, _ parts: [String]) -> [(String, String)] { parts.map { ($0, outcome) } }
}

/// All control characters but tab, LF and CR, of which the tables speak one by one.
let controls = ((0x00...0x1f) + [0x7f]).filter { ![0x09, 0x0a, 0x0d].contains($0) }
    .map { String(Unicode.Scalar(UInt8($0))) }

/// The printable characters that a token does not have (RFC 9110 section 5.6.2), but for the space.
let delimiters = "\"(),/:;<=>?@[\\]{}".map { String($0) }
