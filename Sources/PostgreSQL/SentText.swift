/// A text on its way to a server and back.
///
/// PostgreSQL's `text` has every character but U+0000. That goes as U+10FFFD and `0`, and so that nothing else looks like it, U+10FFFD,
/// which is nobody's (Unicode's last private use), as itself and `1`. Equal texts stay equal.
enum SentText {
    /// What U+10FFFD begins with in UTF-8, and hardly anything else.
    private static let firstByte: UInt8 = 0xf4

    /// The text as the server has it.
    static func encode(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == firstByte }) else { return text }
        var sent = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0": sent.append(contentsOf: "\u{10FFFD}0".unicodeScalars)
            case "\u{10FFFD}": sent.append(contentsOf: "\u{10FFFD}1".unicodeScalars)
            default: sent.append(scalar)
            }
        }
        return String(sent)
    }

    /// The text, of what ``encode(_:)`` made of it.
    static func decode(_ sent: String) -> String {
        guard sent.utf8.contains(firstByte) else { return sent }
        var text = String.UnicodeScalarView()
        var isMarked = false
        for scalar in sent.unicodeScalars {
            if isMarked {
                text.append(scalar == "0" ? "\0" : "\u{10FFFD}")
                isMarked = false
            } else if scalar == "\u{10FFFD}" {
                isMarked = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
