import Catalogue
import JSON

/// A condition on a record: a text that is, or is not, one of some.
struct RecordCondition: Sendable {
    private let text: FieldMapping<FieldBytes>
    private let words: Set<FieldBytes>
    private let isWanted: Bool

    init(_ text: FieldMapping<FieldBytes>, isOneOf words: Set<FieldBytes>, _ isWanted: Bool) {
        self.text = text
        self.words = words
        self.isWanted = isWanted
    }

    /// Whether the record meets it. What is missing is none of the texts.
    func isMet(by record: Record) throws(ValueError) -> Bool {
        let text = try text.value(in: record)
        return text.map { words.contains($0) } ?? false == isWanted
    }
}

extension MappingReader {
    /// Reads `{"column": "status", "is": ["sale", "rent"]}`: a reading of a text with `is` or `isNot`.
    func condition(_ value: CheckedValue) -> RecordCondition? {
        value.object { object in
            let text = self.bytes(&object, .text)
            let (wanted, unwanted) = (object.optional("is"), object.optional("isNot"))
            guard (wanted == nil) != (unwanted == nil) else {
                object.report("expected one of \"is\", \"isNot\"")
                return nil
            }
            guard let text, let words = (wanted ?? unwanted)?.texts() else { return nil }
            return RecordCondition(text, isOneOf: words, wanted != nil)
        }
    }
}

extension AttributeValue {
    /// A number, an amount of money in minor units, or an instant in Unix seconds.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .money(let money): Double(money.amount)
        case .instant(let seconds): Double(seconds)
        case .text, .flag: nil
        }
    }
}
