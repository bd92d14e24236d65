import HomeLayout

/// An address that is being written, RFC 3986.
struct URLBuilder {
    private(set) var bytes: [UInt8] = []

    /// Room for what most addresses need.
    private static let capacity = 256

    init(_ start: StaticString = "") {
        bytes.reserveCapacity(Self.capacity)
        append(start)
    }

    /// What was written.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends what needs no encoding.
    mutating func append(_ literal: StaticString) {
        // Sound: a literal's bytes live as long as the program, and are not kept.
        literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends what was written before.
    mutating func append(_ written: [UInt8]) {
        bytes.append(contentsOf: written)
    }

    /// Appends what is encoded already.
    mutating func append(encoded text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends the text with every byte percent-encoded that is not unreserved (RFC 3986, sections 2.1 and 2.3).
    mutating func append(encoding text: String) {
        let utf8 = text.utf8
        guard let first = utf8.firstIndex(where: { !Self.isUnreserved($0) }) else { return append(encoded: text) }
        bytes.append(contentsOf: utf8[..<first])
        for byte in utf8[first...] {
            if Self.isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(Self.digit(byte >> 4))
                bytes.append(Self.digit(byte & 15))
            }
        }
    }

    /// Appends a whole number.
    mutating func append(_ number: Int) {
        append(units: number, places: 0)
    }

    /// Appends a number to the thousandth, without trailing zeros.
    mutating func append(_ number: FixedPoint) {
        append(units: number.thousandths, places: 3)
    }

    /// Appends a number to seven places, in degrees a centimetre, without trailing zeros: `41.65`, `-0.0000001`, `5000`.
    /// What is too great for that, from 9 × 10¹¹ up, reads as Swift prints it.
    mutating func append(_ number: Double) {
        if let units = Int(exactly: (number * Double.addressUnits).rounded()) {
            append(units: units, places: 7)
        } else {
            append(encoded: "\(number)")
        }
    }

    /// Appends `units` / 10^`places`.
    private mutating func append(units: Int, places: Int) {
        // From the end on: no number has more digits, a point and a sign.
        var text: [24 of UInt8] = .init(repeating: 0)
        var start = text.count
        var (rest, place) = (units.magnitude, 0)
        while rest > 0 || place <= places {
            let digit = UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            place += 1
            // Zeros at the end of the fraction are left out.
            if digit == 0, place <= places, start == text.count { continue }
            if place == places + 1, start < text.count, places > 0 {
                start -= 1
                text[start] = UInt8(ascii: ".")
            }
            start -= 1
            text[start] = UInt8(ascii: "0") + digit
        }
        if units < 0 {
            start -= 1
            text[start] = UInt8(ascii: "-")
        }
        bytes.append(addingCapacity: text.count - start) { bytes in
            for index in start..<text.count { bytes.append(text[index]) }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }
}
