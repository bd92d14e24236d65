import Bytes
import Catalogue

/// The items that a client shows: the `shown` token of a document.
///
/// A client adds its newest token to each URL and gets an extended one back. So no item is shown twice in a home, and
/// the server keeps no session.
struct ShownToken: Sendable {
    /// Of the items' ids, the oldest first.
    private(set) var hashes: [UInt64] = []

    static let capacity = 512
    /// The bytes of a hash. The probability that a new item's hash equals one of 512 others is 1 in 2 billion.
    private static let hashLength = 5
    private static let version: UInt8 = 1
    /// The longest text of a token, in bytes: base64url of version, hashes and authentication code.
    private static let maximumLength = ((1 + capacity * hashLength + 16) * 4 + 2) / 3

    init() {}

    /// The highest bits of ``CatalogueItem/ID/hash``.
    private static let hashBits = 8 * hashLength

    mutating func reserve(_ count: Int) { hashes.reserveCapacity(hashes.count + count) }

    /// - Parameter hash: The ``CatalogueItem/ID/hash`` of the newest item.
    mutating func append(_ hash: UInt64) {
        hashes.append(hash >> UInt64(64 - Self.hashBits))
    }

    var excluded: ExcludedItems { ExcludedItems(hashes: hashes, bits: Self.hashBits) }

    /// Appends the text of the token, for a URL: version, then the hashes of the newest ``capacity`` items.
    func sign(by signer: TokenSigner, user: UserID?, segment: String, to text: inout [UInt8]) {
        let skipped = max(0, hashes.count - Self.capacity)
        let message = signer.message(of: "shown", segment: segment, user: user)
        // Eight bytes are written at a time.
        signer.sign(for: message, to: &text, capacity: 4 + (hashes.count - skipped) * Self.hashLength) {
            $0.append(Self.version)
            for index in skipped..<hashes.count { $0.append(lowBytes: Self.hashLength, of: hashes[index]) }
        }
    }

    /// `nil` if the token was altered, or belongs to another user or segment.
    init?(_ text: String, signedBy signer: TokenSigner, user: UserID?, segment: String) {
        let message = signer.message(of: "shown", segment: segment, user: user)
        let payload = signer.verify(text, for: message, maximumLength: Self.maximumLength)
        guard let payload, payload.first == Self.version, payload.count % Self.hashLength == 1 else { return nil }
        let bytes = payload.dropFirst()
        hashes = stride(from: bytes.startIndex, to: bytes.endIndex, by: Self.hashLength).map { start in
            bytes[start..<start + Self.hashLength].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
