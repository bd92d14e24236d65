import Testing

/// Requests of one kind with their outcomes.
struct StrictnessTable: Sendable, CustomTestStringConvertible {
    /// The section of the specification.
    let source: String
    /// The bytes, with `↵` for CRLF and `§` for the variable part.
    let template: String
    /// The values of `§` with their outcomes: see ``outcomes(of:limits:)``.
    let rows: [(String, String)]

    var testDescription: String { "\(source): \(template)" }

    var cases: [(text: String, outcome: String)] {
        rows.map { part, outcome in
            (template.split(separator: "§", omittingEmptySubsequences: false).joined(separator: part), outcome)
        }
    }

    static let all =
        requestLine + targets + lines + fields + hosts + lengths + codings + chunks + connections

    /// Rows with the same outcome.
    static func rows(_ outcome: String, _ parts: [String]) -> [(String, String)] { parts.map { ($0, outcome) } }
}

/// All control characters except tab, LF and CR, which the tables list separately.
let controls = ((0x00...0x1f) + [0x7f]).filter { ![0x09, 0x0a, 0x0d].contains($0) }
    .map { String(Unicode.Scalar(UInt8($0))) }

/// The printable characters except the space that a token must not have (RFC 9110 section 5.6.2).
let delimiters = "\"(),/:;<=>?@[\\]{}".map { String($0) }
