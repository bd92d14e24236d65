import Bytes
import Catalogue

@testable import HomeFeed

/// Fuzzes page cursors and tokens of shown items: as text from a client, and as bytes with a verified signature.
enum Cursors {
    private static let signer = TokenSigner(key: Array(0..<32))
    private static let scope = scope(for: "u1", choice: "")

    private static func scope(for user: String, choice: String) -> Cursor.Scope {
        Cursor.Scope(
            signer,
            user: UserID(user),
            search: nil,
            place: nil,
            segment: "homes",
            choice: Array(choice.utf8)
        )
    }

    static func test(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        if let cursor = open(text) {
            expect(signed(cursor) == text, "\(cursor) has one encoding")
        }

        if let token = ShownToken(text, signedBy: signer, user: nil, segment: "homes") {
            expect(signed(token) == text, "\(token) has one encoding")
        }
        // A first byte of a payload with any number of hashes after it.
        var bytes: [UInt8] = []
        let message = signer.message(of: "shown", segment: "homes", user: nil)
        signer.sign(for: message, to: &bytes, capacity: input.count) { bytes in
            for byte in input { bytes.append(byte) }
        }
        let payload = String(decoding: bytes, as: UTF8.self)
        if let token = ShownToken(payload, signedBy: signer, user: nil, segment: "homes") {
            expect(token.hashes.count <= ShownToken.capacity, "\(token) is limited")
            expect(signed(token) == payload, "\(token) has one encoding")
        }

        guard let cursor = Cursor(bytes: input[...]) else { return }
        expect(cursor.bytes == input, "\(cursor) has the bytes \(input), found \(cursor.bytes)")
        let signed = signed(cursor)
        expect(signed.utf8.count <= Cursor.maximumLength, "\(signed) has a limited length")
        expect(open(signed)?.bytes == input, "\(cursor) survives signing and verification")
        expect(open(signed, for: "u2") == nil, "\(cursor) is valid for its user only")
        expect(open(signed, choice: "sort=price&") == nil, "\(cursor) is valid for its order only")
        var altered = Array(signed.utf8)
        let place = input.place % altered.count
        altered[place] = altered[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        expect(
            open(String(decoding: altered, as: UTF8.self)) == nil,
            "\(cursor) has a signature that covers byte \(place)"
        )
    }

    private static func signed(_ token: ShownToken) -> String {
        var text: [UInt8] = []
        token.sign(by: signer, user: nil, segment: "homes", to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private static func signed(_ cursor: Cursor) -> String {
        var text: [UInt8] = []
        scope.sign(cursor, of: "nearby", to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private static func open(_ text: String, for user: String = "u1", choice: String = "") -> Cursor? {
        scope(for: user, choice: choice).cursor(text, of: "nearby")
    }
}

extension Cursor {
    fileprivate var bytes: [UInt8] { [UInt8](capacity: byteCount) { write(to: &$0) } }
}
