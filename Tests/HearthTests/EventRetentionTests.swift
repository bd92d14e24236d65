import Foundation
import Glibc
import HTTPTestClient
import Testing

extension `The program` {
    @Suite struct `The history of users` {
        private static let search = #"{"market":"toledo"}"#

        @Test func `is deleted after its retention, and the users' records stay`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                try withServer(on: store, in: folder) { (server: RunningServer) throws in
                    for user in 1...3 {
                        #expect(try server.request("POST", "/users/u\(user)/searches", body: Self.search).status == 204)
                    }
                    server.child.signal(SIGTERM)
                    #expect(try server.child.wait() == 0)
                    #expect(!Self.log(of: server).contains("history deleted"))
                }
                try StoreLock.execute(
                    """
                    UPDATE event SET at = at - 8 * 86400 WHERE user_id <> 'u3';
                    UPDATE user_counts SET at = at - 3 * 86400 WHERE id <> 'u3';
                    INSERT INTO event_total VALUES (19000, 'homes', 'nearby', '', 1, 1, 0, 0, 0);
                    INSERT INTO event_total SELECT unixepoch() / 86400, 'homes', 'nearby', '', 1, 1, 0, 0, 0;
                    """,
                    on: store
                )
                let retention = #""retention": {"events": "7d", "counts": "48h", "totals": "365d"}"#
                let config = try folder.write(Fixtures.configText().adding(retention), to: "retention.json")
                try withServer(on: store, "--config", config, in: folder) { (server: RunningServer) throws in
                    for line in [
                        #""history":"events","count":2,"seconds":604800"#,
                        #""history":"counts","count":2,"seconds":172800"#,
                        #""history":"totals","count":1,"seconds":31536000"#,
                    ] {
                        try Child.wait("the log line") {
                            Self.log(of: server).contains(#""message":"Expired history deleted",\#(line)"#) ? () : nil
                        }
                    }
                    for user in 1...3 {
                        let home = try server.home("/home?width=390&user=u\(user)")
                        #expect(home.widget("last-search")["state"].string == "loaded")
                    }
                }
            }
        }

        private static func log(of server: RunningServer) -> String {
            String(decoding: server.child.output, as: UTF8.self)
        }
    }
}
