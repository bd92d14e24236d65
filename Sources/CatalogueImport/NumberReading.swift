import Catalogue

/// How a number is made of a record.
struct NumberReading: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        case text(TextReading, NumberFormat)
        /// The numbers together; missing where one of them is.
        indirect case sum([NumberReading])
    }

    var source: Source
    /// What the number must lie within, as it stands in the file.
    var range = ClosedInterval<Double>.all
    /// What the number is multiplied by at last.
    var factor = 1.0

    /// The columns that the number is made of, for a rejection.
    var columnNames: String? {
        switch source {
        case .text(let text, _): text.columnNames
        case .sum(let readings):
            readings.isEmpty ? nil : readings.compactMap(\.columnNames).joined(separator: ", ")
        }
    }

    /// The number that the record gives, or `nil` where it is missing.
    func number(in record: Record) throws(Refusal) -> Double? {
        let number: Double
        switch source {
        case .text:
            guard let decimal = try decimal(in: record) else { return nil }
            number = decimal.double
        case .sum(let readings):
            var sum = 0.0
            for reading in readings {
                guard let number = try reading.number(in: record) else { return nil }
                sum += number
            }
            number = sum
            try check(number)
        }
        guard (number * factor).isFinite else { throw refusal("is too large") }
        return number * factor
    }

    /// The number that the record gives where it is a whole one, or `nil` where it is missing.
    func integer(in record: Record) throws(Refusal) -> Int? {
        guard let number = try number(in: record) else { return nil }
        guard let integer = Int(exactly: number) else {
            throw refusal("expected a whole number, found \(number.plain)")
        }
        return integer
    }

    /// The number times `10^digits`: exactly, where the file has no more digits than that; `nil` where it is missing.
    func amount(in record: Record, digits: Int) throws(Refusal) -> Int64? {
        if case .text = source, factor == 1 {
            guard let decimal = try decimal(in: record) else { return nil }
            guard let amount = decimal.whole(shiftedBy: digits) else {
                throw refusal("expected an amount of at most \(digits) decimals, found \(decimal.double.plain)")
            }
            return amount
        }
        guard var number = try number(in: record) else { return nil }
        for _ in 0..<digits { number *= 10 }
        guard let amount = Int64(exactly: number.rounded()) else { throw refusal("is too large") }
        return amount
    }

    private func decimal(in record: Record) throws(Refusal) -> DecimalNumber? {
        guard case .text(let reading, let format) = source, let text = try reading.bytes(in: record) else { return nil }
        guard let decimal = DecimalNumber(text, format) else {
            throw refusal("expected a number, found \(quoted(text))")
        }
        try check(decimal.double)
        return decimal
    }

    private func check(_ number: Double) throws(Refusal) {
        guard range.contains(number) else {
            let bounds =
                switch (range.min, range.max) {
                case (let min?, let max?): "from \(min.plain) to \(max.plain)"
                case (let min?, nil): "of at least \(min.plain)"
                case (_, let max): "of at most \((max ?? .infinity).plain)"
                }
            throw refusal("expected a number \(bounds), found \(number.plain)")
        }
    }

    private func refusal(_ reason: String) -> Refusal { Refusal(column: columnNames, reason) }
}

extension Double {
    /// Without a fraction where there is none.
    fileprivate var plain: String { Int64(exactly: self).map(String.init) ?? String(self) }
}
