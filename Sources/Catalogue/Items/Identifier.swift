/// The ID of an item, a brand, a collection, a market or a user, as its owner assigns it.
///
/// 1 to 128 bytes of visible ASCII without `/`, so that it needs no escaping in paths, logs and headers.
public enum Identifier {
    /// The maximum length, in bytes.
    public static let maximumLength = 128

    /// The expected format, for error messages.
    public static let expectation = "1 to 128 visible ASCII characters without '/'"

    /// Whether `text` is a valid identifier.
    public static func isValid(_ text: String) -> Bool { isValid(text.utf8) }

    /// Whether `text` is a valid identifier.
    public static func isValid(_ text: Substring) -> Bool { isValid(text.utf8) }

    // Generic functions are specialized within their module only: an import calls this several times per record.
    private static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
        (1...maximumLength).contains(bytes.count)
            && bytes.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
    }
}
