import HomeLayout

/// The parameters of a request by name. Names that nobody asks for are ignored.
struct Parameters {
    private var values: [String: String] = [:]

    /// Of several parameters with one name the last counts.
    init(_ all: some Sequence<(name: String, value: String)>) {
        for parameter in all { values[parameter.name] = parameter.value }
    }

    subscript(name: String) -> String? {
        values[name]
    }

    /// The parameter as a decimal number in `range`.
    func decimal(
        _ name: String,
        in range: ClosedRange<FixedPoint>,
        _ unit: String
    ) throws(ParameterError) -> FixedPoint? {
        guard let text = self[name] else { return nil }
        guard let value = Self.decimal(text), range.contains(value) else {
            throw .invalid(name, "\(unit) from \(range.lowerBound) to \(range.upperBound)", found: text)
        }
        return value
    }

    /// The parameter as a whole number in `range`.
    func integer(_ name: String, in range: ClosedRange<Int>, _ unit: String) throws(ParameterError) -> Int? {
        guard let text = self[name] else { return nil }
        guard text.utf8.count <= 10, text.utf8.allSatisfy({ Self.digits ~= $0 }), let value = Int(text),
            range.contains(value)
        else { throw .invalid(name, "\(unit) from \(range.lowerBound) to \(range.upperBound)", found: text) }
        return value
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// The parameter as a number of degrees, −`limit`…`limit`, to the seven places that a link carries, so that a home
    /// and the parts of it that are loaded later are for the same place.
    func degrees(_ name: String, limit: Double) throws(ParameterError) -> Double? {
        guard let text = self[name] else { return nil }
        guard Self.isDecimal(text), let value = Double(text), (-limit...limit).contains(value) else {
            throw .invalid(name, "degrees from -\(Int(limit)) to \(Int(limit))", found: text)
        }
        return value.roundedToAddress
    }

    /// Reads digits with at most one point among them: `390`, `411.42857` (to the nearest thousandth).
    private static func decimal(_ text: String) -> FixedPoint? {
        guard isDecimal(text), !text.hasPrefix("-") else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = Int(parts[0]), whole < 1_000_000 else { return nil }
        let fraction = parts.count == 2 ? Array(parts[1].utf8).map { Int($0 - UInt8(ascii: "0")) } : []
        let digits = (0..<4).map { $0 < fraction.count ? fraction[$0] : 0 }
        let rounded = digits[0] * 100 + digits[1] * 10 + digits[2] + (digits[3] >= 5 ? 1 : 0)
        return FixedPoint(thousandths: whole * 1000 + rounded)
    }

    /// Whether the text is a plain decimal number: no exponent, no sign but `-`, no space, at most 24 characters.
    private static func isDecimal(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 24 && (1...2).contains(parts.count)
            && parts.allSatisfy {
                !$0.isEmpty && $0.utf8.allSatisfy({ Self.digits ~= $0 })
            }
    }
}
