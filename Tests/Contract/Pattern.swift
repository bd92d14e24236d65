import Foundation

/// A regular expression that looks for itself anywhere in a text, as JSON Schema has it.
package struct Pattern: Sendable {
    private let expression: NSRegularExpression

    /// - Parameter text: of ECMA-262's, what Foundation reads alike; `nil` where it reads none.
    init?(_ text: String) {
        // Foundation's `$` holds before a line break at the end, too.
        let strict = text.hasSuffix("$") && !text.hasSuffix("\\$") ? text.dropLast() + "\\z" : text[...]
        guard let expression = try? NSRegularExpression(pattern: String(strict)) else { return nil }
        self.expression = expression
    }

    func isIn(_ text: String) -> Bool {
        expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
