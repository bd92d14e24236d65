/// One record of a file: the texts of the columns that a mapping names, by the mapping's own numbering.
///
/// The texts stay where the reader has them; a record is to be let go before the next one is read.
struct Record {
    /// Where a text stands in the bytes.
    struct Field {
        var start: Int
        var end: Int
        /// Whether each quote in it stands there twice.
        var hasDoubledQuotes = false

        /// The text, each doubled quote made one.
        func text(in bytes: [UInt8]) -> ArraySlice<UInt8> {
            let text = bytes[start..<end]
            guard hasDoubledQuotes else { return text }
            var single: [UInt8] = []
            single.reserveCapacity(text.count)
            var isSecond = false
            for byte in text {
                isSecond = byte == .quote && !isSecond
                if !isSecond { single.append(byte) }
            }
            return single[...]
        }
    }

    /// What the record was, for the file of rejections.
    enum Original {
        /// A CSV record under this header.
        case row(header: [String])
        /// A line of JSON.
        case line([UInt8])
    }

    /// Separates the elements of a JSON list in a text: the unit separator of ASCII, made for this.
    static let listSeparator: UInt8 = 0x1f

    /// The line that it begins in, from 1.
    let line: Int
    let bytes: [UInt8]
    let fields: [Field]
    /// Of each column of the mapping, its index among the fields.
    let slots: [Int]
    let original: Original

    /// The text in the mapping's `column`.
    func text(_ column: Int) -> ArraySlice<UInt8> {
        fields[slots[column]].text(in: bytes)
    }

    /// The record as JSON.
    var json: String {
        switch original {
        case .line(let line): String(decoding: line, as: UTF8.self)
        case .row(let header):
            "{"
                + zip(header, fields).map { name, field in
                    "\(jsonText(name)):\(jsonText(String(decoding: field.text(in: bytes), as: UTF8.self)))"
                }.joined(separator: ",") + "}"
        }
    }
}

/// What a reader finds at its place in the file.
enum RecordOutcome {
    case record(Record)
    case refused(Rejection)
}
