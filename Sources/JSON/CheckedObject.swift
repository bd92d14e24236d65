/// The members of a JSON object, asked for by name.
public struct CheckedObject {
    private let members: [String: JSONValue]
    /// Where the object stands.
    public let path: String
    /// The languages that its texts come in; `nil` where they are not known.
    public var languages: TextLanguages?
    private let log: ValidationErrorCollector
    private var asked: Set<String> = []

    init(members: [String: JSONValue], path: String, languages: TextLanguages?, log: ValidationErrorCollector) {
        self.members = members
        self.path = path
        self.languages = languages
        self.log = log
    }

    /// The members that nobody asked for yet, as they were read.
    public var remainingMembers: JSONValue { .object(members.filter { !asked.contains($0.key) }) }

    /// The member `key`, or `nil` where it is missing or `null`.
    public mutating func optional(_ key: String) -> CheckedValue? {
        asked.insert(key)
        guard let member = members[key], member != .null else { return nil }
        let path = path.isEmpty ? key : "\(path).\(key)"
        return CheckedValue(json: member, path: path, languages: languages, log: log)
    }

    /// The member `key`; where it is missing, that is a finding.
    public mutating func required(_ key: String) -> CheckedValue? {
        if let value = optional(key) { return value }
        report("\"\(key)\" is missing")
        return nil
    }

    /// What `read` makes of the member `key`, or `fallback` where it is missing; `nil` where it cannot be read.
    public mutating func value<Value>(_ key: String, default fallback: Value, _ read: (CheckedValue) -> Value?)
        -> Value?
    {
        guard let member = optional(key) else { return fallback }
        return read(member)
    }

    /// Notes that something is wrong with the object itself.
    public func report(_ message: String) {
        log.note(ValidationError(path: path, message: message))
    }

    /// Takes every member for known: for an object whose kind is already wrong, where it would be noise to say more.
    public mutating func ignoreUnknownMembers() {
        asked.formUnion(members.keys)
    }

    /// Whether a member called `key` is a comment, and says nothing: where the name begins with a `$`, whatever that is combined
    /// with.
    public static func isComment(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "$") }

    func reportUnknownMembers() {
        for key in members.keys.sorted() where !asked.contains(key) && !Self.isComment(key) {
            report("unknown key \"\(key)\"; " + SpellingSuggestion.advice(for: key, among: asked.sorted()))
        }
    }
}
