import CheckedJSON
import Revisions

/// One form of a phrase, ready to be written: text, and the places where something is put in.
struct Message: Sendable {
    private enum Piece: Sendable {
        /// UTF-8 that a JSON string can hold as it is.
        case text([UInt8])
        case placeholder
    }

    private let pieces: [Piece]

    /// Reads a text such as `{count} new`; `nil` where something is wrong with it, which was then reported.
    /// - Parameters:
    ///   - placeholder: what the text has a place for.
    ///   - isRequired: whether the place has to be there.
    init?(reading value: CheckedValue, _ placeholder: Phrase.Placeholder?, isRequired: Bool) {
        guard let text = value.nonEmptyString() else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
            value.report("expected a text without \", \\ and control characters; quotation marks are “ and ”")
            return nil
        }
        let place = placeholder.map { "{\($0.rawValue)}" }
        let texts = place.map { text.split(separator: $0, omittingEmptySubsequences: false) } ?? [text[...]]
        if let stray = texts.first(where: { $0.contains("{") || $0.contains("}") }) {
            let expected = place.map { "only \($0)" } ?? "nothing"
            value.report("expected \(expected) in braces, found \"\(stray)\"")
            return nil
        }
        if let place, isRequired, texts.count == 1 {
            value.report("\(place) is missing")
            return nil
        }
        pieces = texts.enumerated().flatMap { index, text in
            (index > 0 ? [.placeholder] : []) + (text.isEmpty ? [] : [.text(Array(text.utf8))])
        }
    }

    /// Writes the text, and with `argument` what is put in.
    func write(to bytes: inout [UInt8], _ argument: (inout [UInt8]) -> Void) {
        for piece in pieces {
            switch piece {
            case .text(let text): bytes.append(contentsOf: text)
            case .placeholder: argument(&bytes)
            }
        }
    }

    func combine(into hasher: inout RevisionHasher) {
        hasher.combine(pieces.count)
        for piece in pieces {
            switch piece {
            case .text(let text): hasher.combine(bytes: text.span)
            case .placeholder: hasher.combine(0)
            }
        }
    }
}
