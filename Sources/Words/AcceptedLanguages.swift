import Synchronization

/// What `Accept-Language` has asked for: the same few values come again and again, and to read one takes longer than the
/// rest of a request does.
public final class AcceptedLanguages: Sendable {
    private struct Known {
        let field: String
        /// `nil` where the field names no language that there is.
        let wording: Wording?
    }

    private let languages: Languages
    /// The values that came last, those that came again before the others.
    private let known = Mutex<[Known]>([])

    /// How many values are remembered. So few are looked through faster than they could be looked up.
    static let capacity = 32

    /// The bytes of the longest value that is remembered; browsers send shorter ones.
    static let longestField = 256

    /// What is spoken to those who send the field, where there are these languages.
    public init(_ languages: Languages) {
        self.languages = languages
    }

    /// What is spoken to whoever sends this value of the field; `nil` where it names no language that there is.
    public func wording(for field: String) -> Wording? {
        guard field.utf8.count <= Self.longestField else { return languages.wording(for: AcceptLanguage(field)) }
        let found = known.withLock { known -> Known? in
            guard let index = known.firstIndex(where: { $0.field == field }) else { return nil }
            // One place nearer to the front, so that what comes often is found soon and stays.
            if index > 0 { known.swapAt(index, index - 1) }
            return known[max(0, index - 1)]
        }
        if let found { return found.wording }
        let wording = languages.wording(for: AcceptLanguage(field))
        known.withLock { known in
            // Another thread may have read it meanwhile.
            guard !known.contains(where: { $0.field == field }) else { return }
            // Of those that came but once there is room for one, so that they cannot drive out the others.
            if known.count == Self.capacity { known.removeLast() }
            known.append(Known(field: field, wording: wording))
        }
        return wording
    }

    /// The values that are remembered.
    var remembered: [String] { known.withLock { $0.map(\.field) } }
}
