/// The ID of an item, a brand, a collection, a market or a user, as its owner assigns it.
///
/// 1 to 128 bytes of visible ASCII without `/`, so that it needs no escaping in paths, logs and headers.
public enum Identifier {
    public static let maximumLength = 128

    public static let expectation = "1 to 128 visible ASCII characters without '/'"

    // Inlinable for specialization in other modules: an import calls it several times per record.
    @inlinable public static func isValid(_ text: some StringProtocol) -> Bool {
        (1...maximumLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
    }
}
