import Bytes
import HomeLayout

/// Builds a URL (RFC 3986).
struct URLBuilder {
    var bytes: [UInt8] = []

    /// - Parameter capacity: The expected length, in bytes.
    init(_ start: StaticString = "", capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
        append(start)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The literal must need no encoding.
    mutating func append(_ literal: StaticString) {
        // Sound: a literal's bytes are never freed.
        literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func append(encoded text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends the text with every byte percent-encoded that is not unreserved (RFC 3986, sections 2.1 and 2.3).
    mutating func append(encoding text: String) {
        bytes.append(addingCapacity: 3 * text.utf8.count) { $0.append(percentEncoding: text.utf8.span) }
    }

    mutating func append(_ version: AppVersion) {
        for (index, part) in version.numbers.enumerated() {
            if index > 0 { append(".") }
            append(decimal: part)
        }
    }

    /// To seven places, in degrees a centimetre, without trailing zeros: `41.65`, `-0.0000001`, `5000`. Numbers from
    /// 9 × 10¹¹ up use Swift's description.
    mutating func append(_ number: Double) {
        if let units = Int(exactly: (number * Double.addressUnits).rounded()) {
            append(decimal: units, places: 7)
        } else {
            append(encoded: "\(number)")
        }
    }

    /// Appends nothing without a value.
    mutating func append<Value>(
        _ name: StaticString,
        _ value: Value?,
        _ write: (inout URLBuilder, Value) -> Void
    ) {
        guard let value else { return }
        append(name)
        write(&self, value)
    }

    /// Appends a number in units of 10^-`places`, without trailing zeros.
    mutating func append(decimal units: Int, places: Int = 0) {
        bytes.append(addingCapacity: OutputSpan<UInt8>.maximumDecimalLength) {
            $0.append(decimal: units, places: places)
        }
    }
}

extension Double {
    /// URLs round numbers to seven places: in degrees, a centimetre.
    static let addressUnits = 1e7

    var roundedToAddress: Double {
        (self * Self.addressUnits).rounded() / Self.addressUnits
    }
}
