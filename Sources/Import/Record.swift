/// One record of a file: the texts of the columns that a mapping names, by the mapping's own numbering.
///
/// The texts may lie in the buffer of the reader; a record is to be let go before the next one is read.
struct Record {
    /// What the record was, for the file of rejections.
    enum Original {
        /// A CSV record under this header.
        case row(header: [String])
        /// A line of JSON.
        case line(FieldBytes)
    }

    /// Separates the elements of a JSON list in a text: the unit separator of ASCII, made for this.
    static let listSeparator: UInt8 = 0x1f

    /// The line that it begins in, from 1.
    let line: Int
    let fields: [FieldBytes]
    /// Of each column of the mapping, its index among the fields.
    let slots: [Int]
    let original: Original

    /// The text in the mapping's `column`.
    func text(_ column: Int) -> FieldBytes { fields[slots[column]] }

    /// The record as JSON.
    var json: String {
        switch original {
        case .line(let line): String(decoding: line, as: UTF8.self)
        case .row(let header):
            "{" + zip(header, fields).map { "\(jsonText($0)):\(jsonText($1))" }.joined(separator: ",") + "}"
        }
    }
}

/// What a reader finds at its place in the file.
enum RecordOutcome {
    case record(Record)
    case refused(Rejection)
}
