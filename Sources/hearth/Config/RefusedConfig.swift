import Foundation
import Telemetry

/// A config that is not served, because it is wrong.
struct RefusedConfig: Codable {
    let at: Timestamp
    /// At least one, each for a person to read.
    let errors: [String]
    /// The files that it was read from: it is read again once one of them changes.
    let files: [WatchedFile]

    /// The most errors that are told of one config, and the most characters of one. The log has all of them.
    static let maximumErrors = 20
    static let maximumLength = 300

    /// - Parameter errors: all of them.
    init(_ errors: [String], in files: [WatchedFile]) {
        at = .now()
        self.files = files
        let told = errors.prefix(Self.maximumErrors).map { error in
            let start = String(String.UnicodeScalarView(error.unicodeScalars.prefix(Self.maximumLength)))
            return start == error ? error : start + "…"
        }
        let rest = errors.count - told.count
        self.errors = told + (rest > 0 ? ["and \(rest) more"] : [])
    }
}

extension Failure {
    /// What is wrong, one thing in each.
    var reasons: [String] { findings.isEmpty ? [message] : findings }
}
