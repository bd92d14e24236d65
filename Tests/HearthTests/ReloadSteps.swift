import Foundation
import Glibc
import HTTPTestClient
import PrometheusText
import Testing

extension Folder {
    /// The fixtures' config with another title of its first segment.
    func configText(title: String) throws -> String {
        try Fixtures.configText().replacing(#""en": "Homes""#, with: "\"en\": \"\(title)\"")
    }

    func config(title: String, as name: String = "home.json") throws -> String {
        try write(configText(title: title), to: name)
    }

    /// Creates a folder with a config that requires tokens, and their secret.
    func makeVersion(_ name: String, title: String, secret: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: false)
        let auth = #""auth": {"kind": "jwt", "secret": "secret"},"#
        let text = try configText(title: title).drop { $0 != "{" }.dropFirst()
        _ = try write("{" + auth + text, to: name + "/home.json")
        _ = try write(secret, to: name + "/secret")
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// Points the link at another target, atomically.
    func retarget(_ name: String, to target: String) throws {
        try link("next", to: target)
        try replace(path(name), by: path("next"))
    }
}

/// Moves the other file to the path, atomically, whether or not a file is there.
func replace(_ path: String, by other: String) throws {
    // Sound: both strings are null-terminated.
    guard unsafe rename(other, path) == 0 else { throw Child.Failure(description: "\(other) cannot be moved") }
}

extension RunningServer {
    /// Waits until this number of configs were swapped in.
    func waitForReload(_ times: Int = 1) throws {
        try waitForLog("Config reloaded", times: times)
    }

    /// The server's report on its config, once it is as expected: it appears a moment after the log line.
    func config(where isAsExpected: (JSON) -> Bool = { _ in true }) throws -> JSON {
        try Child.wait("the reported config") {
            let answer = try TestClient(port: port).request("GET", "/readyz")
            #expect(answer.status == 200)
            let config = try answer.json["config"]
            return isAsExpected(config) ? config : nil
        }
    }

    func metric(_ name: String) throws -> Double? {
        try Exposition(TestClient(port: port).request("GET", "/metrics").body).value(name)
    }
}

extension TestClient {
    /// The title of the first segment with this token; `nil` if the server requires a valid token and this is not one.
    func title(with token: Token? = nil) throws -> String? {
        let target = "/home?width=390"
        let answer =
            if let token { try request("GET", target, fields: token.field) } else { try request("GET", target) }
        return answer.status == 401 ? nil : try answer.json["segments"].array[0]["title"].string
    }
}
