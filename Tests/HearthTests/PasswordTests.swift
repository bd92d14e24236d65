import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    /// Guards passwords in addresses against everything that others can read.
    @Suite struct `The password of an address` {
        @Test(arguments: [
            ["serve", "--store", "postgresql://u:geheim"], ["serve", "postgresql://u:geheim@h/d"],
            ["postgresql://u:geheim@h/d"], ["serve", "--port", "postgresql://u:geheim@h/d"],
            ["serve", "--store", "postgresql://u:ge@heim@h/d"], ["serve", "--store", "postgresql://u:1/geheim@h/d"],
            ["serve", "--store", " postgresql://u:geheim@h/d"], ["serve", "--store", "postgresql:u:geheim@h/d"],
            ["home", "--width", "390", "--store", "postgresql://u@127.0.0.1:1/d?password=geheim"],
            ["home", "--width", "390", "--store", "postgresql://u:%67eheim@127.0.0.1:1/d"],
            ["serve", "--store", "sslmode=require password=geheim"], ["copy", "--from", "x", "--to", "x://u:geheim@h"],
            ["serve", "--recommender", "http://u:geheim@h:8087"], ["serve", "--recommender", "https://geheim@h"],
            ["serve", "--stor=postgresql://u:geheim@h/d"], ["import", "--store", "POSTGRESQL://u:geheim@h/d", "x.csv"],
        ])
        func `is not printed with an error`(words: [String]) throws {
            let ended = try hearth(words)
            #expect(ended.status != 0)
            for part in ["geheim", "heim@", "ge@h"] {
                #expect(!(ended.errors + ended.text).contains(part), "\(ended.errors)")
            }
        }

        @Test func `is in no list of processes, and in no output of a server without its database`() throws {
            try withFolder { folder in
                for address in ["u:geheim@127.0.0.1:1/d", "u@127.0.0.1:1/d?password=geheim"] {
                    try withAnsweringServer(on: "postgresql://\(address)", in: folder) { server in
                        try server.waitForLog("next attempt in ", times: 2)
                        for process in [server.child.id, try server.worker()] {
                            let line = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline"))
                            let text = String(decoding: line, as: UTF8.self)
                            #expect(text.contains("hearth") && !text.contains("geheim"), "\(text)")
                        }
                        for target in ["/readyz", "/metrics"] {
                            #expect(try !TestClient(port: server.port).request("GET", target).text.contains("geheim"))
                        }
                        #expect(!server.child.errors.contains("geheim"))
                        #expect(!String(decoding: server.child.output, as: UTF8.self).contains("geheim"))
                    }
                }
            }
        }

        @Test func `is not in the errors of a rejected config`() throws {
            try withFixtureServer(config: Fixtures.configText()) { server in
                let config = #"{"recommender": {"url": "http://u:geheim@h:8087"}, "title": "Home"}"#
                _ = try server.folder.write(config, to: "home.json")
                server.child.signal(SIGHUP)
                try server.waitForLog("Config not reloaded")
                let ready = try server.get("/readyz")
                #expect(ready.text.contains("HOST:PORT") && !ready.text.contains("geheim"), "\(ready.text)")
                #expect(!server.child.errors.contains("geheim"))
            }
        }
    }
}
