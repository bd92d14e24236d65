import Foundation
import HTTPTestClient
import HomeLayout
import Testing

/// Guards the files and the form of the preview without a browser.
@Suite(.timeLimit(.minutes(15))) struct `The preview page` {
    @Test func `offers each layout`() throws {
        try withFixtureServer { server in
            let named = try server.get("/preview/devices.js").text.matches(of: /"(HomeWidget[^"]*)"/)
            #expect(named.map { String($0.1) } == Layout.allCases.map(\.rawValue))
        }
    }

    @Test(arguments: ["/preview", "/preview/gallery"])
    func `loads only files of this server`(path: String) throws {
        try withFixtureServer { server in
            let page = try server.get(path)
            #expect(page.status == 200 && page.fields["content-type"] == "text/html; charset=utf-8")
            let policy = try #require(page.fields["content-security-policy"])
            #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"))
            var left = page.text.matches(of: /(?:href|src)="([^"#]+)"/).map { String($0.1) }
            var seen: Set<String> = []
            while let file = left.popLast() {
                guard seen.insert(file).inserted else { continue }
                #expect(file == "/preview" || file.hasPrefix("/preview/"))
                let answer = try server.get(file)
                #expect(answer.status == 200, "\(file)")
                // Imports of scripts, and images of styles.
                let folder = try #require(URL(string: file))
                left += answer.text.matches(of: /\ from "(\.[^"]+)"/).compactMap {
                    URL(string: String($0.1), relativeTo: folder)?.absoluteURL.path
                }
                guard file.hasSuffix(".css") else { continue }
                left += answer.text.matches(of: /url\(([^)]+)\)/).map { String($0.1) }
            }
            #expect(seen.count > 30)
            #expect(try server.get("/preview/none.js").json["error"]["code"].string == "not_found")
        }
    }

    @Test func `knows whether the server explains homes and requires tokens`() throws {
        try withFixtureServer { server in
            let known = try server.get("/preview/server.json").json
            #expect(known["explains"].bool == false && known["asksForTokens"].bool == false)
        }
    }
}
