import Base64
import PropertyStore
import Secrets

/// Seals cursors, so that only those come back that were given out, by whom they were given to, for what they were given.
struct CursorSeal: Sendable {
    /// What a cursor goes on with. It is not in the cursor: whoever brings it asks the same again.
    struct Question: Hashable, Sendable {
        let user: UserID?
        let search: SearchCriteria?
        let place: Coordinate?
        let segment: String
        let widget: String
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

    /// The cursor as text that can stand in an address.
    func seal(_ cursor: Cursor, for question: Question) -> String {
        let bytes = cursor.bytes
        let message = message(bytes[...], question)
        let sealed = bytes + secret.code(of: message.span).prefix(Self.codeLength)
        return Base64URL.encode(sealed.span)
    }

    /// The cursor that was sealed for `question`.
    func open(_ text: String, for question: Question) throws(CursorError) -> Cursor {
        let characters = Array(text.utf8.prefix(Self.maximumLength + 1))
        guard characters.count <= Self.maximumLength, let sealed = Base64URL.decode(characters.span),
            sealed.count > Self.codeLength
        else { throw .invalid }
        let bytes = sealed.dropLast(Self.codeLength)
        let (message, code) = (message(bytes, question), Array(sealed.suffix(Self.codeLength)))
        guard secret.authenticates(message.span, with: code, length: Self.codeLength), let cursor = Cursor(bytes: bytes)
        else { throw .invalid }
        return cursor
    }

    private func message(_ cursor: ArraySlice<UInt8>, _ question: Question) -> [UInt8] {
        // A separator that none of the parts holds, and the cursor last, since it may hold anything.
        var message = Address("cursor\u{0}")
        message.append(encoded: question.segment)
        message.append("\u{0}")
        message.append(encoded: question.widget)
        message.append("\u{0}")
        if let user = question.user { message.append(encoded: user.rawValue) }
        message.append("\u{0}")
        if let search = question.search {
            message.append("/search")
            SearchLink.append(search, to: &message)
        }
        message.append("\u{0}")
        if let place = question.place {
            message.append(place.latitude)
            message.append(",")
            message.append(place.longitude)
        }
        message.append("\u{0}")
        return message.bytes + cursor
    }
}

extension CursorSeal.Question {
    init(_ context: LoadContext, segment: String, widget: String) {
        self.init(
            user: context.user,
            search: context.record.lastSearch,
            place: context.place,
            segment: segment,
            widget: widget
        )
    }
}
