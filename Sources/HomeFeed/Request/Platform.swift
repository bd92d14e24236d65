/// What a client runs on: `ios`, `android`, `web`.
///
/// The words are the clients' own; a config's gates ask for them.
public struct Platform: Hashable, Sendable {
    /// The word, as the client sent it.
    public let rawValue: String

    /// The longest word, in bytes.
    public static let maximumLength = 32
    /// What a platform looks like, for error messages.
    static let expectation = "1 to 32 lowercase letters, digits and '-', such as ios"

    /// A platform's word, or `nil` where `rawValue` is none: 1 to ``maximumLength`` of `a`…`z`, `0`…`9` and `-`.
    public init?(_ rawValue: String) {
        let bytes = rawValue.utf8
        let isWord = bytes.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard isWord, (1...Self.maximumLength).contains(bytes.count) else { return nil }
        self.rawValue = rawValue
    }
}
