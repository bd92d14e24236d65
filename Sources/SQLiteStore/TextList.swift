/// A list of texts in one column: each as its length in bytes, a colon and its bytes (`3:one,5:three`).
///
/// So that any text can be in it, and that a person can read it.
enum TextList {
    /// The column's text for the list.
    static func encode(_ texts: [String]) -> String {
        texts.map { "\($0.utf8.count):\($0)" }.joined(separator: ",")
    }

    /// The list, of what ``encode(_:)`` made of it; up to where the column is damaged.
    static func decode(_ column: String) -> [String] {
        var texts: [String] = []
        var rest = column.utf8[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")),
            let count = Int(Substring(rest[..<colon])), count >= 0
        {
            let start = rest.index(after: colon)
            guard let end = rest.index(start, offsetBy: count, limitedBy: rest.endIndex) else { break }
            texts.append(String(Substring(rest[start..<end])))
            rest = rest[end...].dropFirst()
        }
        return texts
    }
}
