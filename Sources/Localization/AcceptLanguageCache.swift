import Bytes
import Synchronization

/// What `Accept-Language` has asked for: the same few values come again and again, and to read one takes longer than the
/// rest of a request does.
public final class AcceptLanguageCache: Sendable {
    private let languages: SupportedLanguages
    /// What is spoken to those who sent a value; `nil` where it names no language that there is.
    private let known = Mutex(LRUCache<String, Localizer?>(capacity: capacity))

    /// How many values are remembered.
    static let capacity = 256

    /// The bytes of the longest value that is remembered; browsers send shorter ones.
    static let longestField = 256

    /// What is spoken to those who send the field, where there are these languages.
    public init(_ languages: SupportedLanguages) {
        self.languages = languages
    }

    /// What is spoken to whoever sends this value of the field; `nil` where it names no language that there is.
    public func localizer(for field: String) -> Localizer? {
        guard field.utf8.count <= Self.longestField else { return languages.localizer(for: AcceptLanguage(field)) }
        if let found = known.withLock({ $0.value(for: field) }) { return found }
        let localizer = languages.localizer(for: AcceptLanguage(field))
        known.withLock { $0.insert(localizer, for: field) }
        return localizer
    }

    /// How many values are remembered.
    var count: Int { known.withLock(\.count) }
}
