import Bytes
import JSON

/// One form of a phrase: text, and the places where something is put in.
struct Message: Sendable {
    /// What stands before the first place, and behind each one up to the next: UTF-8 that a JSON string can hold as it is.
    let texts: [[UInt8]]

    /// Reads a text such as `{count} new`; `nil` where something is wrong with it, which was then reported.
    /// - Parameters:
    ///   - placeholder: what the text has a place for.
    ///   - isRequired: whether the place has to be there.
    init?(reading value: CheckedValue, _ placeholder: StringKey.Placeholder?, isRequired: Bool) {
        guard let text = value.nonEmptyString() else { return nil }
        do throws(Problem) {
            try self.init(text, placeholder, isRequired: isRequired)
        } catch {
            value.report(error.message)
            return nil
        }
    }

    /// Why a text is no message.
    struct Problem: Error {
        let message: String
    }

    /// A text such as `{count} new`.
    init(_ text: String, _ placeholder: StringKey.Placeholder?, isRequired: Bool) throws(Problem) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
            throw Problem(message: "expected a text without \", \\ and control characters; quotation marks are “ and ”")
        }
        let place = placeholder.map { "{\($0.rawValue)}" }
        let texts = place.map { text.split(separator: $0, omittingEmptySubsequences: false) } ?? [text[...]]
        if let stray = texts.first(where: { $0.contains("{") || $0.contains("}") }) {
            let expected = place.map { "only \($0)" } ?? "nothing"
            throw Problem(message: "expected \(expected) in braces, found \"\(stray)\"")
        }
        if let place, isRequired, texts.count == 1 {
            throw Problem(message: "\(place) is missing")
        }
        self.texts = texts.map { Array($0.utf8) }
    }

    /// How many bytes it is, where what is put in is `argument` bytes at each place.
    func length(argument: Int) -> Int {
        texts.reduce((texts.count - 1) * argument) { $0 + $1.count }
    }

    func combine(into hasher: inout RevisionHasher) {
        // A text that is empty counts as not there: so it is in the revisions that clients hold.
        hasher.combine(texts.count - 1 + texts.count { !$0.isEmpty })
        for (index, text) in texts.enumerated() {
            if index > 0 { hasher.combine(0) }
            if !text.isEmpty { hasher.combine(bytes: text.span) }
        }
    }
}
