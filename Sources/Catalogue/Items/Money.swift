/// An amount of money in the currency's minor unit (cents for USD, yen for JPY).
public struct Money: Hashable, Sendable {
    public let amount: Int64
    /// The ISO 4217 code, three capital letters.
    public let currency: String

    public init(amount: Int64, currency: String) {
        self.amount = amount
        self.currency = currency
    }

    /// The number of decimal digits of the minor unit (ISO 4217).
    public static func minorUnitDigits(of currency: String) -> Int {
        unusualDigits[currency] ?? 2
    }

    private static let unusualDigits: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
        "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3,
        "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
    ]
}
