import Foundation
import Glibc
import HTTPTestClient
import Testing

extension `The program` {
    /// Guards the container on OpenShift, which chooses the user: without a name or a home, in the group 0. The
    /// Dockerfile gives that group what the owner may do.
    @Suite(.enabled(if: geteuid() == 0, "only root can start a process as another user"))
    struct `A user without a name, in the group of the store's owner` {
        private static let starter = ["/usr/bin/env", "setpriv", "--reuid=1000680000", "--regid=0", "--clear-groups"]

        @Test func `serves and writes a store that the group may write, and makes a new one`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                for path in [store, folder.url.path] {
                    // Sound: both paths are null-terminated.
                    try #require(unsafe chown(path, 10_001, 0) == 0 && chmod(path, path == store ? 0o660 : 0o770) == 0)
                }
                let server = try Child(["serve", "--store", store, "--port", "0"], startedBy: Self.starter, in: folder)
                defer { server.kill() }
                let port = try Child.wait("a server to answer") { () -> UInt16? in
                    if !server.isRunning { throw Child.Failure(description: "no server: \(server.errors)") }
                    guard let port = listeningPorts(of: server.id).first else { return nil }
                    return (try? TestClient(port: port).request("GET", "/home?width=390"))?.status == 200 ? port : nil
                }
                #expect(try TestClient(port: port).request("DELETE", "/users/u1").status == 204)
                server.signal(SIGTERM)
                #expect(try server.wait() == 0, "\(server.errors)")

                let files = ["--mapping", Fixtures.shopMapping, Fixtures.shopFile]
                let words = ["import", "--store", folder.path("new.store")] + files
                let importing = try Child(words, startedBy: Self.starter, in: folder)
                #expect(try importing.wait() == 0, "\(importing.errors)")
            }
        }
    }
}
