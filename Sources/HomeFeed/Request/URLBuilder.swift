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

    /// The URL so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a literal that needs no encoding.
    mutating func append(_ literal: StaticString) {
        // Sound: a literal's bytes are never freed.
        literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends bytes of another URL.
    mutating func append(_ written: [UInt8]) {
        bytes.append(contentsOf: written)
    }

    /// Appends text that is already encoded.
    mutating func append(encoded text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends the text with every byte percent-encoded that is not unreserved (RFC 3986, sections 2.1 and 2.3).
    mutating func append(encoding text: String) {
        bytes.append(addingCapacity: 3 * text.utf8.count) { $0.append(percentEncoding: text.utf8.span) }
    }

    /// Appends a whole number.
    mutating func append(_ number: Int) {
        append(units: number, places: 0)
    }

    /// Appends the numbers of a version between dots.
    mutating func append(_ version: AppVersion) {
        for (index, part) in version.numbers.enumerated() {
            if index > 0 { append(".") }
            append(part)
        }
    }

    /// Appends a number to the thousandth, without trailing zeros.
    mutating func append(_ number: FixedPoint) {
        append(units: number.thousandths, places: 3)
    }

    mutating func append(_ scale: DisplayScale) {
        append(units: scale.hundredThousandths, places: 5)
    }

    /// Appends a number to seven places, in degrees a centimetre, without trailing zeros: `41.65`, `-0.0000001`,
    /// `5000`. What is too great for that, from 9 × 10¹¹ up, reads as Swift prints it.
    mutating func append(_ number: Double) {
        if let units = Int(exactly: (number * Double.addressUnits).rounded()) {
            append(units: units, places: 7)
        } else {
            append(encoded: "\(number)")
        }
    }

    /// Appends the name and what `write` appends for the value, if there is one.
    mutating func append<Value>(
        _ name: StaticString,
        _ value: Value?,
        _ write: (inout URLBuilder, Value) -> Void
    ) {
        guard let value else { return }
        append(name)
        write(&self, value)
    }

    private mutating func append(units: Int, places: Int) {
        bytes.append(addingCapacity: OutputSpan<UInt8>.maximumDecimalLength) {
            $0.append(decimal: units, places: places)
        }
    }
}

extension Double {
    /// To this many units everything in an address is rounded: to seven places, in degrees a centimetre.
    static let addressUnits = 1e7

    /// The nearest number that has at most seven places.
    var roundedToAddress: Double {
        (self * Self.addressUnits).rounded() / Self.addressUnits
    }
}
