import Bytes

/// Appends parts of URLs (RFC 3986).
extension OutputSpan<UInt8> {
    /// Appends nothing without a value.
    mutating func append<Value>(
        _ name: StaticString,
        _ value: Value?,
        _ write: (inout OutputSpan<UInt8>, Value) -> Void
    ) {
        guard let value else { return }
        append(name)
        write(&self, value)
    }

    mutating func append(_ version: AppVersion) {
        for (index, part) in version.numbers.enumerated() {
            if index > 0 { append(UInt8(ascii: ".")) }
            append(decimal: part)
        }
    }

    /// To seven places, in degrees a centimetre, without trailing zeros: `41.65`, `-0.0000001`, `5000`. Numbers from
    /// 9 × 10¹¹ up use Swift's description.
    mutating func append(address number: Double) {
        if let units = Int(exactly: (number * Double.addressUnits).rounded()) {
            append(decimal: units, places: 7)
        } else {
            append(copying: "\(number)".utf8.span)
        }
    }
}

extension Double {
    /// URLs round numbers to seven places: in degrees, a centimetre.
    fileprivate static let addressUnits = 1e7

    var roundedToAddress: Double {
        (self * Self.addressUnits).rounded() / Self.addressUnits
    }

    /// As ``roundedToAddress`` writes it.
    var addressText: String {
        String(
            decoding: [UInt8](capacity: OutputSpan<UInt8>.maximumDecimalLength) { $0.append(address: self) },
            as: UTF8.self
        )
    }
}
