import Foundation
import Glibc
import HTTPTestClient
import Testing

extension `The program` {
    /// Guards the deletion of old events.
    @Suite struct `Events of users` {
        @Test func `are deleted after their retention, and the users' records stay`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let search = #"{"market":"toledo"}"#
                try withServer(on: store, in: folder) { (server: RunningServer) throws in
                    for user in 1...3 {
                        #expect(try server.request("POST", "/users/u\(user)/searches", body: search).status == 201)
                    }
                    server.child.signal(SIGTERM)
                    #expect(try server.child.wait() == 0)
                    #expect(!String(decoding: server.child.output, as: UTF8.self).contains("Old events deleted"))
                }
                try StoreLock.execute("UPDATE event SET at = at - 8 * 86400 WHERE user_id <> 'u3'", on: store)
                try withServer(on: store, "--event-retention=7", in: folder) { (server: RunningServer) throws in
                    try Child.wait("the log line") {
                        String(decoding: server.child.output, as: UTF8.self)
                            .contains(#""message":"Old events deleted","count":2,"days":7"#) ? () : nil
                    }
                    for user in 1...3 {
                        let home = try server.home("/home?width=390&user=u\(user)")
                        #expect(home.widget("last-search")["state"].string == "loaded")
                    }
                }
            }
        }
    }
}
