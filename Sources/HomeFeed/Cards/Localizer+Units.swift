import Bytes
import Catalogue
import Localization

extension Localizer {
    /// Writes an amount: `$221,900`; with decimals only if needed: `$89.50`.
    func write(_ money: Money, to bytes: inout OutputSpan<UInt8>) {
        let format = moneyFormat(money.currency, digits: Money.minorUnitDigits(of: money.currency))
        format.write(money.amount, to: &bytes)
    }

    /// Writes a number in the locale's format, to the hundredth or with `decimals`: `4.5`, `25 min`, `112 m²`.
    /// - Parameter isSpoken: Whether the text is for screen readers: `112 square meters`.
    func write(
        _ number: Double,
        _ unit: AttributeUnit?,
        decimals: Int?,
        isSpoken: Bool,
        to bytes: inout OutputSpan<UInt8>
    ) {
        // Rounded once: 4.949 with one decimal is 4.9.
        var units = 1_000
        for _ in (decimals ?? 2)..<3 { units /= 10 }
        let rounded = (min(max(number, 0), 1_000_000_000_000) * Double(units)).rounded()
        let thousandths = Int(rounded) * (1_000 / units)
        let key: StringKey
        switch unit {
        case nil: return write(number: thousandths, decimals: decimals, to: &bytes)
        case .squareMeter: return write(area: number, isSpoken: isSpoken, to: &bytes)
        case .kilometer: return write(distance: thousandths, to: &bytes)
        case .percent: return write(percentage: thousandths, to: &bytes)
        case .meter: key = .meters
        case .minute: key = .minutes
        case .hour: key = .hours
        case .day: key = .days
        case .year: key = .years
        case .gram: key = .grams
        case .kilogram: key = .kilograms
        case .milliliter: key = .milliliters
        case .liter: key = .liters
        case .bedroom: key = isSpoken ? .bedrooms : .bedroomsShort
        case .bathroom: key = isSpoken ? .bathrooms : .bathroomsShort
        }
        write(key, .number(thousandths: thousandths), to: &bytes)
    }
}

extension OutputSpan<UInt8> {
    /// Appends a JSON object; `formatted` appends the amount's text.
    mutating func append(_ money: Money, _ formatted: (inout OutputSpan<UInt8>) -> Void) {
        append("{\"amount\":")
        append(decimal: Int(money.amount))
        append(",\"currency\":")
        append(jsonString: money.currency.utf8.span)
        append(",\"formatted\":\"")
        formatted(&self)
        append("\"}")
    }
}
