/// The members of a JSON object, read by key.
public struct CheckedObject {
    let members: [String: JSONValue]
    var value: CheckedValue
    var requested: Set<String> = []

    public var path: String { value.path }

    public var languages: TextLanguages? {
        get { value.languages }
        set { value.languages = newValue }
    }

    public var remainingMembers: JSONValue { .object(members.filter { !requested.contains($0.key) }) }

    public var readMembers: JSONValue { .object(members.filter { requested.contains($0.key) }) }

    /// The keys by the names that they stand for. A key that is such a name itself has precedence.
    func keys(by name: (String) -> String?) -> [String: String] {
        let named = members.keys.sorted().compactMap { key in name(key).map { ($0, key) } }
        return Dictionary(named) { name($0) == $0 ? $0 : $1 }
    }

    /// A member that is `null` is there, and has a type that readers do not expect.
    public mutating func optional(_ key: String) -> CheckedValue? {
        requested.insert(key)
        return members[key].map { value.member(key, $0) }
    }

    public mutating func required(_ key: String) -> CheckedValue? {
        if let value = optional(key) { return value }
        report("\"\(key)\" is missing")
        return nil
    }

    /// An object whose members are all optional. If it is missing, all of them are.
    public mutating func section<Result>(_ key: String, _ read: (inout CheckedObject) -> Result) -> Result {
        if let result = optional(key)?.object({ read(&$0) }) { return result }
        var empty = CheckedObject(members: [:], value: value)
        return read(&empty)
    }

    /// - Parameter message: Not evaluated if there are enough errors.
    public func report(_ message: @autoclosure () -> String) {
        value.report(message())
    }

    /// Accepts all members: for an object of an unknown kind, which is reported already.
    public mutating func ignoreUnknownMembers() {
        requested.formUnion(members.keys)
    }

    /// Keys that begin with `$` are comments, even if the `$` is combined with other scalars.
    public static func isComment(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: "$") }

    func reportUnknownMembers() {
        let unknown = members.keys.filter { !requested.contains($0) && !Self.isComment($0) }.sorted()
        for key in unknown {
            report("unknown key \(key.quoted); " + SpellingSuggestion.advice(for: key, among: requested.sorted()))
        }
    }
}
