public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `homeWidgets[2].layout`; empty for the document itself.
    public let path: String
    public let message: String

    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// All errors in a document; at least one.
public struct ValidationErrors: Error, Hashable, Sendable {
    /// In the order of the checks.
    public let all: [ValidationError]
    /// Further errors, and elements and members that were not checked because there were enough.
    public let skipped: Int

    /// `width: expected …; height: expected …; and 21680 more`.
    public var line: String {
        all.map(\.description).joined(separator: "; ") + (skipped > 0 ? "; and \(skipped) more" : "")
    }
}

/// Collects distinct errors and warnings: texts are read once per language, and fail in the same way.
final class ValidationErrorCollector {
    private let limit: Int
    private(set) var errors: [ValidationError] = []
    private(set) var skipped = 0
    private(set) var warnings: [ValidationError] = []
    private var seen: Set<ValidationError> = []

    init(limit: Int) { self.limit = limit }

    /// Readers then look for no further errors.
    var isFull: Bool { errors.count >= limit }

    /// - Parameter message: Not evaluated if there are enough errors.
    func report(path: String, _ message: () -> String) {
        if isFull { return skip(1) }
        let error = ValidationError(path: path, message: message())
        if seen.insert(error).inserted { errors.append(error) }
    }

    /// Records values that were not checked.
    func skip(_ count: Int) { skipped += count }

    func warn(_ warning: ValidationError) {
        if seen.insert(warning).inserted { warnings.append(warning) }
    }
}

public enum SpellingSuggestion {
    /// The name with the fewest letters to insert and remove; `nil` if these are more than half of the letters, rounded up.
    static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        // Longer ones are near to no name, and the time grows with the length.
        guard word.utf8.count <= 64 else { return nil }
        let nearest = names.map { (name: $0, distance: $0.lowercased().difference(from: word.lowercased()).count) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let nearest, nearest.distance <= (max(word.count, nearest.name.count) + 1) / 2 else { return nil }
        return nearest.name
    }

    /// `did you mean "…"?` if a name is near, otherwise `expected one of …`, or `there are none`.
    public static func advice(for word: String, among names: some Collection<String>) -> String {
        if let nearest = nearest(to: word, among: names) { return "did you mean \"\(nearest)\"?" }
        if names.isEmpty { return "there are none" }
        return "expected " + (names.count == 1 ? "" : "one of ") + names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}
