/// One thing that is wrong with a document.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where: `homeWidgets[2].layout`; empty for the document itself.
    public let path: String
    /// What was expected and what was found, for a person to read.
    public let message: String

    /// `message`, about the value at `path`.
    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// `path: message`
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// All that is wrong with a document; at least one thing.
public struct ValidationErrors: Error, Hashable, Sendable {
    /// In the order of their discovery.
    public let all: [ValidationError]

    /// The errors; `all` holds at least one.
    public init(_ all: [ValidationError]) {
        self.all = all
    }
}

/// Collects what is wrong while a document is read.
final class ValidationErrorCollector {
    private(set) var errors: [ValidationError] = []
    /// What is missing and has a stand-in.
    private(set) var warnings: [ValidationError] = []
    private var seen: Set<ValidationError> = []

    /// Notes a finding, once: what is read again for another language is wrong in the same way.
    func note(_ finding: ValidationError) {
        if seen.insert(finding).inserted { errors.append(finding) }
    }

    /// Notes a warning, once.
    func warn(_ warning: ValidationError) {
        if seen.insert(warning).inserted { warnings.append(warning) }
    }
}
