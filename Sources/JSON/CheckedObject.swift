/// The members of a JSON object, read by key.
public struct CheckedObject {
    private let members: [String: JSONValue]
    public let path: String
    /// The languages of texts; `nil` if they are not known.
    public var languages: TextLanguages?
    private let collector: ValidationErrorCollector
    private var requested: Set<String> = []

    init(members: [String: JSONValue], path: String, languages: TextLanguages?, collector: ValidationErrorCollector) {
        self.members = members
        self.path = path
        self.languages = languages
        self.collector = collector
    }

    /// The members that were not requested yet.
    public var remainingMembers: JSONValue { .object(members.filter { !requested.contains($0.key) }) }

    /// The members that were requested.
    public var readMembers: JSONValue { .object(members.filter { requested.contains($0.key) }) }

    /// The keys by the names that they stand for. A key that is such a name itself has precedence.
    func keys(by name: (String) -> String?) -> [String: String] {
        let named = members.keys.sorted().compactMap { key in name(key).map { ($0, key) } }
        return Dictionary(named) { name($0) == $0 ? $0 : $1 }
    }

    /// The member `key`; `nil` if it is missing. A member that is `null` is there, and is not what its reader expects.
    public mutating func optional(_ key: String) -> CheckedValue? {
        requested.insert(key)
        guard let member = members[key] else { return nil }
        let path = path.isEmpty ? key : "\(path).\(key)"
        return CheckedValue(json: member, path: path, languages: languages, collector: collector)
    }

    /// The member `key`; records an error if it is missing.
    public mutating func required(_ key: String) -> CheckedValue? {
        if let value = optional(key) { return value }
        report("\"\(key)\" is missing")
        return nil
    }

    /// The result of `read` for the member `key`, or `fallback` if the member is missing.
    public mutating func value<Value>(_ key: String, default fallback: Value, _ read: (CheckedValue) -> Value?)
        -> Value?
    {
        guard let member = optional(key) else { return fallback }
        return read(member)
    }

    /// Records an error of the object itself.
    /// - Parameter message: Not evaluated if there are enough errors.
    public func report(_ message: @autoclosure () -> String) {
        collector.report(path: path, message)
    }

    /// Accepts all members: for an object of an unknown kind, which is reported already.
    public mutating func ignoreUnknownMembers() {
        requested.formUnion(members.keys)
    }

    /// Whether a member is a comment: keys that begin with `$`, even combined with other scalars, are.
    public static func isComment(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "$") }

    func reportUnknownMembers() {
        let unknown = members.keys.filter { !requested.contains($0) && !Self.isComment($0) }.sorted()
        for key in unknown {
            report("unknown key \(key.quoted); " + SpellingSuggestion.advice(for: key, among: requested.sorted()))
        }
    }
}
