/// An amount of money in the currency's minor unit (cents for USD, yen for JPY).
public struct Money: Hashable, Sendable {
    /// The number of minor units.
    public let amount: Int64
    /// The ISO 4217 code, three capital letters.
    public let currency: String

    /// `amount` minor units of `currency` (ISO 4217).
    public init(amount: Int64, currency: String) {
        self.amount = amount
        self.currency = currency
    }

    /// The number of decimal digits of the minor unit (ISO 4217).
    public static func minorUnitDigits(of currency: String) -> Int {
        switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        case "CLF", "UYW": 4
        default: 2
        }
    }
}
