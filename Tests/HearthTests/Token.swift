import COpenSSL
import Foundation

/// A bearer token made by the tests.
struct Token {
    static let secret = "0123456789abcdef0123456789abcdef"

    let text: String

    /// A token with these claims, signed with HS256 regardless of the header.
    init(_ claims: [String: Any], header: String = #"{"alg":"HS256"}"#, secret: String = secret) throws {
        let payload = try JSONSerialization.data(withJSONObject: claims)
        let signed = Self.base64URL(Data(header.utf8)) + "." + Self.base64URL(payload)
        text = signed + "." + Self.base64URL(Self.code(of: Array(signed.utf8), secret: Array(secret.utf8)))
    }

    init(for subject: String, secret: String = secret) throws {
        try self.init(["sub": subject, "exp": Self.now + 3600], secret: secret)
    }

    var field: String { "Authorization: Bearer \(text)" }

    /// In seconds since 1970.
    static var now: Int { Int(Date().timeIntervalSince1970) }

    static func base64URL(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func code(of message: [UInt8], secret: [UInt8]) -> Data {
        var code = [UInt8](repeating: 0, count: 32)
        // Sound: SHA-256 has 32 bytes, and libcrypto reads no more than the counts say.
        unsafe HMAC(EVP_sha256(), secret, Int32(secret.count), message, message.count, &code, nil)
        return Data(code)
    }
}

extension Folder {
    /// The fixtures' config with this `auth`.
    func config(auth: String) throws -> String {
        let config = try Fixtures.configText()
        return try write("{\"auth\": \(auth)," + config.drop { $0 != "{" }.dropFirst(), to: "auth.json")
    }
}
