import Foundation
import HTTPTestClient
import Synchronization
import Testing

extension `The program` {
    @Suite struct `A killed process` {
        /// The home without the parts signed with the store's own key: cursors, token and document revision.
        private static func withoutSignatures(_ home: ProcessResult) -> String {
            home.text.replacing(/cursor=[^&]*/, with: "").replacing(/"shown":"[^"]*"/, with: "")
                .replacing(/"contentRevision":"\w*"/, with: "")
                .replacing(/"revision":"\w*"\}\s*$/, with: "")
        }

        /// A client's searches: sequential, each for 100,000,000 plus its number in cents.
        private struct Posted: Sendable {
            var acknowledged: Int
            var sent: Int
        }

        @Test func `has every search that it acknowledged to a hundred clients`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                var posted = Array(repeating: Posted(acknowledged: 0, sent: 0), count: 100)
                for round in 1...3 {
                    try withServer(on: store, in: folder) { server in
                        let before = posted
                        let port = server.port
                        let acknowledgements = AcknowledgementCount()
                        let clients = ThreadGroup(posted.count) { index in
                            Self.post(as: "client-\(index)", port, after: before[index]) { acknowledgements.add() }
                        }
                        // Kill it a little later in each round.
                        try Child.wait("acknowledgements") { acknowledgements.count >= 150 * round ? () : nil }
                        server.child.kill()
                        posted = try clients.results()
                    }
                    #expect(posted.contains { $0.acknowledged > 0 })
                    try withServer(on: store, in: folder) { server in
                        for index in posted.indices {
                            let widget = try server.home("/home/widgets/last-search?width=390&user=client-\(index)")
                            // A search that was sent but not acknowledged may or may not be stored.
                            let allowed = [posted[index].acknowledged, posted[index].sent]
                            let href = widget["header"]["href"].string
                            let found = allowed.first {
                                href == ($0 == 0 ? nil : "/search?priceMax=\(100_000_000 + $0)")
                            }
                            #expect(
                                found != nil,
                                "client \(index) in round \(round): \(posted[index]), \(href ?? "none")"
                            )
                            posted[index].acknowledged = found ?? posted[index].acknowledged
                        }
                    }
                }
                #expect(posted.reduce(0) { $0 + $1.acknowledged } >= 450)
            }
        }

        /// Posts until the server is gone.
        private static func post(
            as user: String,
            _ port: UInt16,
            after last: Posted,
            acknowledge: () -> Void
        ) -> Posted {
            var posted = last
            guard let client = try? TestClient(port: port) else { return posted }
            while true {
                let next = posted.sent + 1
                posted.sent = next
                let body = #"{"price":{"max":\#(100_000_000 + next)}}"#
                guard let answer = try? client.request("POST", "/users/\(user)/searches", body: body) else {
                    return posted
                }
                // A refusal acknowledges nothing, and the client goes on.
                if answer.status == 204 {
                    posted.acknowledged = next
                    acknowledge()
                }
            }
        }

        @Test func `that was importing leaves a store that the same command completes`() throws {
            try withFolder { folder in
                let store = folder.path("killed.store")
                let count = 25_000
                let file = try StreetListings.write(0..<count, day: "971201", in: folder)
                func imported(_ file: String, _ mapping: String, into store: String) throws -> ImportCounts {
                    let ended = try hearth("import", "--store", store, "--mapping", mapping, file)
                    return try #require(ImportCounts(ended.text), "\(ended.errors)")
                }
                let words = ["import", "--store", store, "--mapping", Fixtures.listingsMapping, file]
                let child = try Child(words, in: folder)
                defer { child.kill() }
                try Child.wait("the first batches") { () -> Void? in
                    #expect(child.isRunning)
                    let attributes = try? FileManager.default.attributesOfItem(atPath: store + "-wal")
                    return (attributes?[.size] as? Int).flatMap { $0 > 1_500_000 ? () : nil }
                }
                child.kill()

                let counts = try imported(file, Fixtures.listingsMapping, into: store)
                #expect(counts.read == count && counts.changed == 0 && counts.rejected == 0)
                #expect(counts.new > 0 && counts.unchanged > 0 && counts.new + counts.unchanged == counts.read)

                let again = try imported(file, Fixtures.listingsMapping, into: store)
                #expect(again == ImportCounts(read: count, new: 0, changed: 0, unchanged: count, rejected: 0))
                #expect(try imported(Fixtures.listingsFile, Fixtures.listingsMapping, into: store).new > 0)
                #expect(try imported(Fixtures.shopFile, Fixtures.shopMapping, into: store).new > 0)

                let whole = try FixtureStore.copy(into: folder)
                #expect(try imported(file, Fixtures.listingsMapping, into: whole).new == count)
                let places = [["--lat", "41.65", "--lon", "-83.54"], ["--lat", "41.5", "--lon", "-83.7"], []]
                for flags in places + [["--segment", "style"]] {
                    let home = try hearth(["home", "--width", "390", "--store", store] + flags)
                    #expect(home.status == 0)
                    // Each store signs its cursors with its own key.
                    let expected = try hearth(["home", "--width", "390", "--store", whole] + flags)
                    #expect(Self.withoutSignatures(home) == Self.withoutSignatures(expected))
                }
            }
        }
    }
}

/// The number of searches acknowledged to all clients.
private final class AcknowledgementCount: Sendable {
    private let atomic = Atomic(0)

    var count: Int { atomic.load(ordering: .relaxed) }

    func add() {
        atomic.add(1, ordering: .relaxed)
    }
}
