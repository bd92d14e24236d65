/// One thing that is wrong with a document.
public struct Finding: Error, Hashable, Sendable, CustomStringConvertible {
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
public struct Findings: Error, Hashable, Sendable {
    /// In the order of their discovery.
    public let all: [Finding]

    /// The findings; `all` holds at least one.
    public init(_ all: [Finding]) {
        self.all = all
    }
}

/// Collects what is wrong while a document is read.
final class FindingsLog {
    private(set) var findings: [Finding] = []
    /// What is missing and has a stand-in.
    private(set) var warnings: [Finding] = []
    private var seen: Set<Finding> = []

    /// Notes a finding, once: what is read again for another language is wrong in the same way.
    func note(_ finding: Finding) {
        if seen.insert(finding).inserted { findings.append(finding) }
    }

    /// Notes a warning, once.
    func warn(_ warning: Finding) {
        if seen.insert(warning).inserted { warnings.append(warning) }
    }
}
