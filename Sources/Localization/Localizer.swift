import Bytes
import Foundation
import JSON

/// What a document says in one locale: the words of a language, with numbers and units as they are written there.
///
/// All is prepared when it is made, so that nothing is asked of Foundation, and nothing allocated, for what is written.
public final class Localizer: Sendable {
    /// The way that text runs.
    public enum Direction: String, Sendable {
        /// From left to right.
        case leftToRight = "ltr"
        /// From right to left.
        case rightToLeft = "rtl"
    }

    /// What is put into a phrase's place.
    public enum Argument: Sendable {
        /// Nothing: the phrase has no place.
        case none
        /// A number from 0 up, which decides over the plural form.
        case count(thousandths: Int)
        /// A number from 0 up, which does not.
        case number(thousandths: Int)
        /// Whole percent, from 0 up; 0 reads as less than 1.
        case percent(Int)
        /// A distance in metres, from 0 up.
        case distance(meters: Int)
    }

    /// The language, with the region whose forms and units are used where one is known: `de-AT`.
    public let locale: LanguageTag
    /// The language of the words: `de`.
    public var language: LanguageTag { phrases.tag }
    /// The way that the language's text runs.
    public let direction: Direction
    /// Of all that makes a difference to what is written.
    public let revision: Revision
    /// What stands between the texts of an enumeration.
    public let listSeparator: String
    /// The most bytes that one call of `write` writes: the room that there has to be for it.
    public let maximumLength: Int

    private let phrases: StringTable
    private let numbers: NumberFormat
    private let system: MeasurementSystem

    init(_ phrases: StringTable, locale tag: LanguageTag) {
        let locale = Locale(identifier: tag.description)
        let numbers = NumberFormat(locale)
        let system = MeasurementSystem(locale)
        self.phrases = phrases
        self.locale = tag
        self.numbers = numbers
        self.system = system
        direction = locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
        revision = Revision {
            $0.combine(tag.description)
            phrases.combine(into: &$0)
            numbers.combine(into: &$0)
            $0.combine(system.rawValue)
        }
        let longestSeparator = phrases.longest({ _ in 0 }, of: [.listSeparator])
        listSeparator = String(
            decoding: [UInt8](capacity: longestSeparator) { phrases.write(.listSeparator, to: &$0) { _ in } },
            as: UTF8.self
        )
        let units: [StringKey] = [.meters, .kilometers, .feet, .yards, .miles, .squareMeters, .squareFeet]
        let distance = phrases.longest({ _ in numbers.longest }, of: units)
        let percent = phrases.longest({ _ in numbers.longestPercent }, of: [.lessThan])
        maximumLength = phrases.longest { placeholder in
            switch placeholder {
            case .count, .number: numbers.longest
            case .percent: max(percent, numbers.longestPercent)
            case .distance: distance
            }
        }
    }

    /// Writes a phrase as UTF-8 that a JSON string can hold as it is. It is a mistake of the program to put into a phrase
    /// what it has no place for, and, here and below, to have less room than ``maximumLength``.
    public func write(_ phrase: StringKey, _ argument: Argument = .none, to bytes: inout OutputSpan<UInt8>) {
        switch (phrase.placeholder, argument) {
        case (nil, .none): phrases.write(phrase, to: &bytes) { _ in }
        case (.count, .count(let thousandths)):
            phrases.write(phrase, count: thousandths, to: &bytes) { numbers.write(thousandths: thousandths, to: &$0) }
        case (.number, .number(let thousandths)): write(thousandths, phrase, to: &bytes)
        case (.percent, .percent(0)):
            phrases.write(phrase, to: &bytes) {
                phrases.write(.lessThan, to: &$0) { numbers.write(percent: 1, to: &$0) }
            }
        case (.percent, .percent(let percent)):
            phrases.write(phrase, to: &bytes) { numbers.write(percent: percent, to: &$0) }
        case (.distance, .distance(let meters)):
            phrases.write(phrase, to: &bytes) { write(distance: meters, to: &$0) }
        default: preconditionFailure("\(phrase.key) has no place for \(argument)")
        }
    }

    /// Writes a number from 0 up: `1,234.5`.
    public func write(number thousandths: Int, to bytes: inout OutputSpan<UInt8>) {
        numbers.write(thousandths: thousandths, to: &bytes)
    }

    /// Writes a number of percent from 0 up, with its sign: `12.5%`.
    public func write(percentage thousandths: Int, to bytes: inout OutputSpan<UInt8>) {
        numbers.write(percentage: thousandths, to: &bytes)
    }

    /// Writes a distance in metres, from 0 up: `850 m`, `1.2 km`; `0.7 mi`.
    public func write(distance meters: Int, to bytes: inout OutputSpan<UInt8>) {
        let (unit, thousandths) = system.distance(meters: meters)
        write(thousandths, unit, to: &bytes)
    }

    /// Writes an area, given in square metres: `137 m²`; `1,475 ft²`.
    public func write(area squareMeters: Double, to bytes: inout OutputSpan<UInt8>) {
        let (unit, _, thousandths) = system.area(squareMeters: squareMeters)
        write(thousandths, unit, to: &bytes)
    }

    /// Writes an area as a screen reader says it, given in square metres: `137 square meters`.
    public func write(spokenArea squareMeters: Double, to bytes: inout OutputSpan<UInt8>) {
        let (_, spoken, thousandths) = system.area(squareMeters: squareMeters)
        write(spoken, .count(thousandths: thousandths), to: &bytes)
    }

    private func write(_ thousandths: Int, _ unit: StringKey, to bytes: inout OutputSpan<UInt8>) {
        phrases.write(unit, to: &bytes) { numbers.write(thousandths: thousandths, to: &$0) }
    }
}

extension Localizer {
    /// What one call of `write` writes, as a text of its own: for what is made once and kept.
    public func text(_ write: (inout OutputSpan<UInt8>) -> Void) -> String {
        String(decoding: [UInt8](capacity: maximumLength, initializingWith: write), as: UTF8.self)
    }

    /// A phrase as a text of its own.
    public func text(_ phrase: StringKey, _ argument: Argument = .none) -> String {
        text { write(phrase, argument, to: &$0) }
    }
}
