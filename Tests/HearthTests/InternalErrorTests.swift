import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `An internal error` {
        @Test func `is a 500 that names the request, and never a home without the widget`() throws {
            try withFixtureServer { server in
                #expect(try server.get("/home?width=390&lat=41.65&lon=-83.54").status == 200)
                // A statement that does not fit the schema simulates a bug.
                try StoreLock.execute("ALTER TABLE app_user RENAME COLUMN record TO history", on: server.store)
                // The user's record is not cached.
                let query = "width=390&lat=41.7&lon=-83.6&user=u1"
                for path in ["/home?" + query, "/home/widgets/nearby?" + query] {
                    let answer = try server.get(path)
                    #expect(answer.status == 500)
                    try expectContract(answer, "GET", path)
                    #expect(answer.fields["cache-control"] == "no-store")
                    #expect(try answer.json["error"]["code"].string == "internal_error")
                    let id = try #require(answer.fields["x-request-id"])
                    try Child.wait("the cause in the log") {
                        let said = String(
                            decoding: server.child.output + Data(server.child.errors.utf8),
                            as: UTF8.self
                        ).split(separator: "\n").filter { $0.contains(id) }
                        return said.contains { $0.contains("Internal error") } ? () : nil
                    }
                    #expect(!answer.text.contains("record"), "the details belong in the log")
                }
                #expect(try server.get("/home?segment=style&width=390").status == 200)
            }
        }
    }
}
