import Base64
import ByteOutput
import PropertyStore
import Revisions
import Secrets

/// Seals cursors, so that only those come back that were given out, by whom they were given to, for what they were given.
struct CursorSeal: Sendable {
    /// What a cursor goes on with: who asked for which home. It is not in the cursor: whoever brings it asks the same again.
    struct Question: Sendable {
        /// One behind the other, each with a separator that none of them holds.
        fileprivate let bytes: [UInt8]

        init(user: UserID?, search: Revision?, place: Coordinate?, segment: String) {
            let user = user?.rawValue ?? ""
            bytes = [UInt8](capacity: 64 + segment.utf8.count + user.utf8.count) {
                $0.append("cursor\u{0}")
                $0.append(copying: segment.utf8.span)
                $0.append(0)
                $0.append(copying: user.utf8.span)
                $0.append(0)
                // Which of the numbers there are comes before them, since these may be of any bytes.
                $0.append((search == nil ? 0 : 1) | (place == nil ? 0 : 2))
                if let search { $0.append(lowest: 8, of: search.rawValue) }
                if let place {
                    // As the cursor's address has them.
                    $0.append(lowest: 8, of: place.latitude.roundedToAddress.bitPattern)
                    $0.append(lowest: 8, of: place.longitude.roundedToAddress.bitPattern)
                }
            }
        }
    }

    private let secret: Secret

    /// How many bytes of the authentication code a cursor carries: too many to guess, few enough for an address.
    private static let codeLength = 16
    /// How long the text of a cursor is at most.
    static let maximumLength = 512

    /// Seals with `key`, 32 secret bytes or more: fewer are a mistake of the program.
    init(key: [UInt8]) {
        guard let secret = Secret(key) else { preconditionFailure("a key of \(key.count) bytes seals nothing") }
        self.secret = secret
    }

    /// The cursor of a widget as text that can stand in an address.
    func seal(_ cursor: Cursor, of widget: String, for question: Question) -> String {
        var message = message(widget, question, with: cursor.maximumCount + Self.codeLength)
        let start = message.count
        message.append(addingCapacity: cursor.maximumCount) { cursor.write(to: &$0) }
        let code = secret.code(of: message.span)
        message.append(addingCapacity: Self.codeLength) {
            $0.append(copying: code.span.extracting(first: Self.codeLength))
        }
        return Base64URL.encode(message.span.extracting(start...))
    }

    /// The cursor that was sealed for a widget and `question`.
    func open(_ text: String, of widget: String, for question: Question) throws(CursorError) -> Cursor {
        let characters = Array(text.utf8.prefix(Self.maximumLength + 1))
        guard characters.count <= Self.maximumLength, let sealed = Base64URL.decode(characters.span),
            sealed.count > Self.codeLength
        else { throw .invalid }
        let bytes = sealed.dropLast(Self.codeLength)
        var message = message(widget, question, with: bytes.count)
        message += bytes
        let code = Array(sealed.suffix(Self.codeLength))
        guard secret.authenticates(message.span, with: code, length: Self.codeLength), let cursor = Cursor(bytes: bytes)
        else { throw .invalid }
        return cursor
    }

    /// What is sealed with a cursor, which comes last, since it may hold anything.
    /// - Parameter capacity: the room for it.
    private func message(_ widget: String, _ question: Question, with capacity: Int) -> [UInt8] {
        let count = question.bytes.count + widget.utf8.count + 1
        var message: [UInt8] = []
        message.reserveCapacity(count + capacity)
        message.append(addingCapacity: count) {
            $0.append(copying: question.bytes)
            $0.append(copying: widget.utf8.span)
            $0.append(0)
        }
        return message
    }
}
