import Foundation

/// A regular expression that may match anywhere in a text, as in JSON Schema.
package struct Pattern: Sendable {
    private let expression: NSRegularExpression

    /// - Parameter text: an ECMA-262 pattern in the subset that Foundation shares; `nil` if it is malformed.
    init?(_ text: String) {
        // Foundation's `$` also matches before a line break at the end.
        let strict = text.hasSuffix("$") && !text.hasSuffix("\\$") ? text.dropLast() + "\\z" : text[...]
        guard let expression = try? NSRegularExpression(pattern: String(strict)) else { return nil }
        self.expression = expression
    }

    func isIn(_ text: String) -> Bool {
        expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
