import JSON

extension CheckedValue {
    /// In seconds.
    private static let units: [Character: Int64] = ["m": 60, "h": 3_600, "d": 86_400]
    private static let longest: Int64 = 3_650 * 86_400

    /// A time span in seconds: `"30m"`, `"12h"` or `"7d"`, up to 10 years.
    public func timeSpan() -> Int64? {
        guard case .string(let text) = json, let unit = text.last.flatMap({ Self.units[$0] }),
            text.utf8.dropLast().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let count = Int64(text.dropLast()), (1...Self.longest / unit).contains(count)
        else { return mismatch("a time span such as \"30m\", \"12h\" or \"7d\", up to 3650 days") }
        return count * unit
    }
}
