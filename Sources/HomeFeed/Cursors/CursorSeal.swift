import Base64
import PropertyStore
import Secrets

/// Seals cursors, so that only those come back that were given out, by whom they were given to, for what they were given.
struct CursorSeal: Sendable {
    /// What a cursor goes on with: who asked for which home. It is not in the cursor: whoever brings it asks the same again.
    struct Question: Sendable {
        /// One behind the other, each with a separator that none of them holds.
        fileprivate let bytes: [UInt8]

        init(user: UserID?, search: SearchCriteria?, place: Coordinate?, segment: String) {
            var bytes = Address("cursor\u{0}")
            bytes.append(encoded: segment)
            bytes.append("\u{0}")
            if let user { bytes.append(encoded: user.rawValue) }
            bytes.append("\u{0}")
            if let search {
                bytes.append("/search")
                SearchLink.append(search, to: &bytes)
            }
            bytes.append("\u{0}")
            if let place {
                bytes.append(place.latitude)
                bytes.append(",")
                bytes.append(place.longitude)
            }
            bytes.append("\u{0}")
            self.bytes = bytes.bytes
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
        var sealed = cursor.bytes
        let code = secret.code(of: message(sealed[...], widget, question).span)
        sealed += code.prefix(Self.codeLength)
        return Base64URL.encode(sealed.span)
    }

    /// The cursor that was sealed for a widget and `question`.
    func open(_ text: String, of widget: String, for question: Question) throws(CursorError) -> Cursor {
        let characters = Array(text.utf8.prefix(Self.maximumLength + 1))
        guard characters.count <= Self.maximumLength, let sealed = Base64URL.decode(characters.span),
            sealed.count > Self.codeLength
        else { throw .invalid }
        let bytes = sealed.dropLast(Self.codeLength)
        let (message, code) = (message(bytes, widget, question), Array(sealed.suffix(Self.codeLength)))
        guard secret.authenticates(message.span, with: code, length: Self.codeLength), let cursor = Cursor(bytes: bytes)
        else { throw .invalid }
        return cursor
    }

    private func message(_ cursor: ArraySlice<UInt8>, _ widget: String, _ question: Question) -> [UInt8] {
        var message = question.bytes
        message.reserveCapacity(message.count + widget.utf8.count + 1 + cursor.count)
        message.append(contentsOf: widget.utf8)
        message.append(0)
        // Last, since it may hold anything.
        message.append(contentsOf: cursor)
        return message
    }
}
