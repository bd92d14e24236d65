import Bytes
import Foundation
import JSON
import Synchronization

/// The strings, numbers, units and currencies of one locale.
///
/// All but currencies is prepared at initialization: writing calls no Foundation and allocates nothing.
public final class Localizer: Sendable {
    public enum Direction: String, Sendable {
        case leftToRight = "ltr"
        case rightToLeft = "rtl"
    }

    /// The value for a string's placeholder. Numbers are from 0 up.
    public enum Argument: Sendable {
        case none
        /// May select the plural form.
        case number(thousandths: Int)
        /// Whole percent; 0 reads as less than 1.
        case percent(Int)
        case distance(meters: Int)
    }

    /// The language, with a region if formats and units are the region's: `de-AT`.
    public let locale: LanguageTag
    /// The language of the strings: `de`.
    public var language: LanguageTag { strings.tag }
    public let direction: Direction
    public let revision: Revision
    public let listSeparator: String
    /// The most bytes that one call of `write` appends beside a title or brand, which callers must have room for.
    public let maximumLength: Int
    /// The most bytes that ``write(distance:to:)`` appends.
    public let maximumDistanceLength: Int

    private let strings: StringTable
    private let numbers, percentages: NumberFormat
    private let system: MeasurementSystem
    private let distances, distancesAway: DistanceTexts
    private let moneyFormats = Mutex<[MoneyFormat]>([])
    private static let maximumCurrencies = 64

    init(_ strings: StringTable, locale tag: LanguageTag) {
        let locale = Locale(identifier: tag.description)
        let (numbers, percentages) = (NumberFormat.numbers(locale), NumberFormat.percentages(locale))
        let system = MeasurementSystem(locale)
        self.strings = strings
        self.locale = tag
        (self.numbers, self.percentages) = (numbers, percentages)
        self.system = system
        // The strings' script counts, not the region's: `az-IR` is likely in Arabic letters, `az` in Latin ones.
        let language = Locale.Language(identifier: strings.tag.description)
        direction = language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
        revision = Revision {
            $0.combine(tag.description)
            strings.combine(into: &$0)
            numbers.combine(percentages, into: &$0)
            $0.combine(system.rawValue)
        }
        listSeparator = String(decoding: strings.forms(of: .listSeparator).joined(), as: UTF8.self)
        let units: [StringKey] = [.meters, .kilometers, .feet, .yards, .miles, .squareMeters, .squareFeet]
        let distance = strings.maximumLength(of: units) { _ in numbers.maximumLength }
        maximumDistanceLength = distance
        let percent = strings.maximumLength(of: [.lessThan]) { _ in percentages.maximumLength }
        let maximumLength = strings.maximumLength { placeholder in
            switch placeholder {
            case .count, .number: numbers.maximumLength
            case .percent: max(percent, percentages.maximumLength)
            case .distance: distance
            case .title, .brand: 0
            }
        }
        self.maximumLength = maximumLength
        func write(distance meters: Int, _ bytes: inout OutputSpan<UInt8>) {
            let (unit, thousandths) = system.distance(meters: meters)
            strings.write(unit, to: &bytes) { numbers.write(thousandths, to: &$0) }
        }
        distances = DistanceTexts(system, maximumLength: maximumLength) { write(distance: $0, &$1) }
        distancesAway = DistanceTexts(system, maximumLength: maximumLength) { meters, bytes in
            strings.write(.distanceAway, to: &bytes) { write(distance: meters, &$0) }
        }
    }

    /// Writes a string as UTF-8 that needs no JSON escaping. The argument must fit the string's placeholder.
    public func write(_ key: StringKey, _ argument: Argument = .none, to bytes: inout OutputSpan<UInt8>) {
        switch (key.placeholder, argument) {
        case (nil, .none): strings.write(key, to: &bytes) { _ in }
        case (.count, .number(let thousandths)):
            strings.write(key, count: thousandths, to: &bytes) { numbers.write(thousandths, to: &$0) }
        case (.number, .number(let thousandths)):
            strings.write(key, to: &bytes) { numbers.write(thousandths, to: &$0) }
        case (.percent, .percent(0)):
            strings.write(key, to: &bytes) {
                strings.write(.lessThan, to: &$0) { percentages.write(1, places: 0, to: &$0) }
            }
        case (.percent, .percent(let percent)):
            strings.write(key, to: &bytes) { percentages.write(percent, places: 0, to: &$0) }
        case (.distance, .distance(let meters)):
            strings.write(key, to: &bytes) { write(distance: meters, to: &$0) }
        default: preconditionFailure("\(key.name) has no placeholder for \(argument)")
        }
    }

    /// Writes a string with a title or a brand that needs no JSON escaping.
    public func write(_ key: StringKey, _ name: Span<UInt8>, to bytes: inout OutputSpan<UInt8>) {
        precondition(key.placeholder == .title || key.placeholder == .brand, "\(key.name) names nothing")
        strings.write(key, to: &bytes) { $0.append(copying: name) }
    }

    /// Writes a number from 0 up: `1,234.5`.
    /// - Parameter decimals: 0…3; `nil` for those that are not zeros at the end.
    public func write(number thousandths: Int, decimals: Int? = nil, to bytes: inout OutputSpan<UInt8>) {
        numbers.write(thousandths, decimals: decimals, to: &bytes)
    }

    /// Writes thousandths of a percent from 0 up: `12.5%`.
    public func write(percentage thousandths: Int, to bytes: inout OutputSpan<UInt8>) {
        percentages.write(thousandths, to: &bytes)
    }

    /// - Parameter digits: The decimal digits of the currency's minor unit.
    public func moneyFormat(_ currency: String, digits: @autoclosure () -> Int) -> MoneyFormat {
        moneyFormats.withLock { formats in
            if let known = formats.first(where: { $0.currency == currency }) { return known }
            if formats.count == Self.maximumCurrencies { formats = [] }
            formats.append(MoneyFormat(currency, digits: digits(), Locale(identifier: locale.description)))
            return formats[formats.count - 1]
        }
    }

    /// Writes a distance from 0 m up: `850 m`, `1.2 km`, `0.7 mi`.
    public func write(distance meters: Int, to bytes: inout OutputSpan<UInt8>) {
        if distances.write(meters, to: &bytes) { return }
        let (unit, thousandths) = system.distance(meters: meters)
        write(unit, .number(thousandths: thousandths), to: &bytes)
    }

    /// `850 m away`.
    public func write(distanceAway meters: Int, to bytes: inout OutputSpan<UInt8>) {
        if !distancesAway.write(meters, to: &bytes) { write(.distanceAway, .distance(meters: meters), to: &bytes) }
    }

    /// Writes an area: `137 m²`, `1,475 ft²`; for screen readers `137 square meters`.
    public func write(area squareMeters: Double, isSpoken: Bool = false, to bytes: inout OutputSpan<UInt8>) {
        let (unit, spoken, thousandths) = system.area(squareMeters: squareMeters)
        write(isSpoken ? spoken : unit, .number(thousandths: thousandths), to: &bytes)
    }

    public func text(_ write: (inout OutputSpan<UInt8>) -> Void) -> String {
        String(decoding: [UInt8](capacity: maximumLength, initializingWith: write), as: UTF8.self)
    }

    public func text(_ key: StringKey, _ argument: Argument = .none) -> String {
        text { write(key, argument, to: &$0) }
    }
}
