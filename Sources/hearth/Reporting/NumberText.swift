import Foundation

/// Texts of numbers for tables, in English.
enum NumberText {
    private static let english = Locale(identifier: "en")
    private static let signed = Sign.always(includingZero: false)
    typealias Sign = NumberFormatStyleConfiguration.SignDisplayStrategy

    /// `12,345.5`
    static func number(_ number: Double) -> String { number.formatted(.number.locale(english)) }

    /// `8.12%` of 0.0812
    static func percent(_ share: Double) -> String { decimal(share * 100, places: 2) + "%" }

    /// `+8.12%` of 0.0812
    static func signedPercent(_ share: Double) -> String { decimal(share * 100, places: 2, sign: signed) + "%" }

    /// `0.1250`
    static func ratio(_ number: Double) -> String { decimal(number, places: 4) }

    /// `+0.1250`
    static func signedRatio(_ number: Double) -> String { decimal(number, places: 4, sign: signed) }

    /// `2026-06-28`.
    /// - Parameter day: Days since 1970-01-01.
    static func date(_ day: Int32) -> String {
        Date(timeIntervalSince1970: Double(day) * 86_400).formatted(.iso8601.year().month().day())
    }

    /// `8.12% (7.90% to 8.34%)`
    static func estimate(_ estimate: IntervalEstimate?, _ text: (Double) -> String) -> String {
        guard let estimate else { return "-" }
        return text(estimate.value) + (interval(estimate, text).map { " (\($0))" } ?? "")
    }

    /// `7.90% to 8.34%`
    static func interval(_ estimate: IntervalEstimate?, _ text: (Double) -> String) -> String? {
        estimate?.interval.map { "\(text($0.lowerBound)) to \(text($0.upperBound))" }
    }

    /// `0.125`
    static func decimal(_ number: Double, places: Int, sign: Sign = .automatic) -> String {
        number.formatted(.number.precision(.fractionLength(places)).sign(strategy: sign).locale(english))
    }
}
