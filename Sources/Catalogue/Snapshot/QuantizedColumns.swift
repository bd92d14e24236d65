/// The columns of a partition in seven bits a value, so that a scan passes over most rows without reading their values.
///
/// Codes grow with numbers: a row whose code is out of a condition's range of codes does not meet the condition. The others have to
/// be checked.
struct QuantizedColumns: Sendable {
    /// The codes, eight rows to a word and column after column, each padded with ``absent``.
    let words: [UInt64]
    /// How many words a column has.
    let wordCount: Int
    private let scales: [Scale]

    /// The columns before those of attributes, which follow in the order of ``KindColumns/columns``.
    static let price = 0
    static let latitude = 1
    static let longitude = 2
    static let attributes = 3

    /// The greatest code of a value.
    static let greatest: UInt8 = 126
    /// The code of a missing value.
    static let absent: UInt8 = 127
    /// Partitions of fewer rows have no codes.
    static let leastRows = 128
    /// From about how many values of a column the bounds of its codes are taken.
    private static let sampleSize = 2_048

    /// What a column's codes stand for.
    private enum Scale: Sendable {
        /// The code of a number is how many of these ascending bounds are not greater. It is exact where every number is one of
        /// them.
        case numbers([Double], isExact: Bool)
        /// The code of a text's code is its remainder. It is exact where no two texts have one code: then these are the texts by
        /// their codes, else none.
        case texts([UInt32])
        /// The code is the flag's.
        case flags
    }

    /// The codes of a partition's columns.
    init(prices: ArraySlice<Int64>, latitudes: ArraySlice<Double>, longitudes: ArraySlice<Double>, _ kind: KindColumns)
    {
        let rows = prices.indices
        let inKind = rows.lowerBound - kind.rows.lowerBound..<rows.upperBound - kind.rows.lowerBound
        wordCount = (rows.count + 7) / 8
        var words: [UInt64] = []
        var scales: [Scale] = []
        words.reserveCapacity(wordCount * (Self.attributes + kind.columns.count))
        func append(_ numbers: [Double]) {
            let bounds = Self.bounds(of: numbers)
            scales.append(.numbers(bounds, isExact: Self.areAll(numbers, among: bounds)))
            Self.append(numbers.lazy.map { Self.code(of: $0, bounds) }, to: &words)
        }
        append(prices.map { $0 == PackedItem.noPrice ? .nan : Double($0) })
        append(Array(latitudes))
        append(Array(longitudes))
        for column in kind.columns {
            switch column {
            case .numbers(let numbers):
                append(Array(numbers[inKind]))
            case .texts(let texts):
                scales.append(.texts(Self.textsByCode(texts[inKind])))
                Self.append(texts[inKind].lazy.map(Self.code), to: &words)
            case .flags(let flags):
                scales.append(.flags)
                Self.append(flags[inKind], to: &words)
            }
        }
        self.words = words
        self.scales = scales
    }

    /// Whether the numbers are the bounds and no others.
    private static func areAll(_ numbers: [Double], among bounds: [Double]) -> Bool {
        numbers.allSatisfy { number in
            let code = code(of: number, bounds)
            return code == absent || code > 0 && bounds[Int(code) - 1] == number
        }
    }

    /// The texts by their codes; empty where two have one code.
    private static func textsByCode(_ texts: ArraySlice<UInt32>) -> [UInt32] {
        var known = Array(repeating: TextDictionary.none, count: Int(absent))
        for text in texts where text != TextDictionary.none {
            let code = Int(code(of: text))
            if known[code] == TextDictionary.none { known[code] = text }
            if known[code] != text { return [] }
        }
        return known
    }

    private static func append(_ codes: some Sequence<UInt8>, to words: inout [UInt64]) {
        var word: UInt64 = 0
        var shift: UInt64 = 0
        for code in codes {
            word |= UInt64(code) << shift
            shift += 8
            if shift == 64 {
                words.append(word)
                (word, shift) = (0, 0)
            }
        }
        if shift > 0 { words.append(word | UInt64(absent) &* 0x0101_0101_0101_0101 << shift) }
    }

    /// Values that split the numbers into parts of about one size, ascending, at most ``greatest``.
    private static func bounds(of numbers: [Double]) -> [Double] {
        let step = max(1, numbers.count / sampleSize)
        let sample = stride(from: 0, to: numbers.count, by: step).map { numbers[$0] }.filter { !$0.isNaN }.sorted()
        var distinct: [Double] = []
        for value in sample where distinct.last != value { distinct.append(value) }
        if distinct.count <= Int(greatest) { return distinct }
        var bounds: [Double] = []
        for part in 0..<Int(greatest) {
            let value = sample[part * sample.count / Int(greatest)]
            if bounds.last != value { bounds.append(value) }
        }
        return bounds
    }

    private static func code(of number: Double, _ bounds: [Double]) -> UInt8 {
        if number.isNaN { return absent }
        var (low, high) = (0, bounds.count)
        while low < high {
            let middle = (low + high) / 2
            if bounds[middle] <= number { low = middle + 1 } else { high = middle }
        }
        return UInt8(low)
    }

    private static func code(of text: UInt32) -> UInt8 {
        text == TextDictionary.none ? absent : UInt8(text % UInt32(absent))
    }

    // MARK: Conditions

    /// Codes that rows may have in a column. Ranges of one column follow each other, and any of them will do.
    struct Range {
        let column: Int
        let low: UInt8
        let high: UInt8
    }

    /// The codes of numbers from `low` to `high`.
    func range(_ column: Int, _ low: Double, _ high: Double) -> Range? {
        guard case .numbers(let bounds, let isExact) = scales[column], low <= high else { return nil }
        var least = Self.code(of: low, bounds)
        // No row has a value between two bounds.
        if isExact, least == 0 || bounds[Int(least) - 1] < low { least += 1 }
        return Range(column: column, low: least, high: Self.code(of: high, bounds))
    }

    /// The code of a text's code.
    func range(_ column: Int, text: UInt32) -> Range {
        let code = Self.code(of: text)
        if case .texts(let texts) = scales[column], !texts.isEmpty, texts[Int(code)] != text {
            // No row has the text.
            return Range(column: column, low: 1, high: 0)
        }
        return Range(column: column, low: code, high: code)
    }

    /// The code of a flag's code.
    func range(_ column: Int, flag: UInt8) -> Range { Range(column: column, low: flag, high: flag) }

    /// Whether exactly those rows meet a condition on the column whose codes lie in its ranges.
    func isExact(_ column: Int) -> Bool {
        switch scales[column] {
        case .numbers(_, let isExact): isExact
        case .texts(let texts): !texts.isEmpty
        case .flags: true
        }
    }
}
