/// A list of texts in one column: each as its length in bytes, a colon and its bytes (`3:one,5:three`).
///
/// So that any text can be in it, and that a person can read it.
package enum TextList {
    /// The list that a column holds; `nil` where the column holds something else.
    package static func decode(_ column: String) -> [String]? {
        var texts: [String] = []
        var rest = column.utf8[...]
        if rest.isEmpty { return texts }
        while true {
            guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
                let count = Int(Substring(rest[..<colon])), count >= 0,
                let end = rest.index(rest.index(after: colon), offsetBy: count, limitedBy: rest.endIndex)
            else { return nil }
            texts.append(String(Substring(rest[rest.index(after: colon)..<end])))
            rest = rest[end...]
            guard let comma = rest.popFirst() else { return texts }
            if comma != UInt8(ascii: ",") { return nil }
        }
    }
}
