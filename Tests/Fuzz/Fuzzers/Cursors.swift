@testable import HomeFeed
import PropertyStore

/// The cursor of a page: what somebody brings as text, and what the bytes of one may be once its seal is found good.
enum Cursors {
    private static let seal = CursorSeal(key: Array(0..<32))
    private static let question = question(for: "u1")

    private static func question(for user: String) -> CursorSeal.Question {
        CursorSeal.Question(user: UserID(user), search: nil, place: nil, segment: "homes")
    }

    static func test(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        if let cursor = open(text) {
            expect(seal.seal(cursor, of: "nearby", for: question) == text, "\(cursor) has one text")
        }

        guard let cursor = Cursor(bytes: input[...]) else { return }
        expect(cursor.bytes == input, "\(cursor) has the bytes \(input), found \(cursor.bytes)")
        let sealed = seal.seal(cursor, of: "nearby", for: question)
        // An id is never so long.
        guard sealed.utf8.count <= CursorSeal.maximumLength else {
            return expect(open(sealed) == nil, "it is too long")
        }
        expect(open(sealed)?.bytes == input, "\(cursor) is opened as it was sealed")
        expect(open(sealed, for: "u2") == nil, "\(cursor) is its user's")
        var altered = Array(sealed.utf8)
        let place = input.place % altered.count
        altered[place] = altered[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        expect(open(String(decoding: altered, as: UTF8.self)) == nil, "\(cursor) is sealed at \(place)")
    }

    private static func open(_ text: String, for user: String? = nil) -> Cursor? {
        do throws(CursorError) {
            return try seal.open(text, of: "nearby", for: user.map(question) ?? question)
        } catch {
            expect(error == .invalid, "a text is invalid, found \(error)")
            return nil
        }
    }
}
