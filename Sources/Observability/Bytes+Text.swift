extension [UInt8] {
    /// Appends a text in UTF-8.
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }
}
