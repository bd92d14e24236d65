import EventLoops
import Foundation
import Synchronization
import Testing

@testable import PostgreSQL

@Suite(.enabled(if: DatabaseServer.isInstalled, "there is no PostgreSQL"), .timeLimit(.minutes(5)))
struct `A listener` {
    /// What was told, to be waited for.
    private final class Events: Sendable {
        private let all = Mutex<[Listener.Event]>([])

        func add(_ event: Listener.Event) { all.withLock { $0.append(event) } }

        var list: [Listener.Event] { all.withLock { $0 } }

        func wait(until isDone: ([Listener.Event]) -> Bool) async throws {
            let limit = ContinuousClock.now + .seconds(60)
            while !isDone(list) {
                try #require(ContinuousClock.now < limit, "\(list.suffix(3))")
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test func `hears what is said in its order, says when it does not, and hears again`() async throws {
        let server = try DatabaseServer()
        let loop = try GuestLoop()
        let events = Events()
        let listener = Listener(server.address, channel: "news", on: loop.loop, heartbeat: .milliseconds(50)) {
            events.add($0)
        }
        let listening = Task { await listener.run() }
        try await events.wait { $0 == [.listening] }

        let speaker = Pool(server.address, on: loop.loop)
        let say = Statement("say", "SELECT pg_notify($1, $2)")
        for number in 0..<50 { _ = try await speaker.run([say(.text("news"), .text("\(number)"))]) }
        _ = try await speaker.run([say(.text("others"), .text("not for it"))])
        try await events.wait { $0.count >= 51 }
        #expect(events.list.dropFirst() == ArraySlice((0..<50).map { .heard("\($0)") }))

        // A connection that is lost while nothing is asked of it is another one by the next heartbeat.
        let end = Statement(
            "end",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query LIKE '%backend_pid%'"
        )
        _ = try? await speaker.run([end()])
        try await events.wait { $0.count { $0 == .listening } == 2 }

        try server.stop(.immediate)
        try await events.wait { if case .deaf? = $0.last { true } else { false } }
        try server.start()
        try await events.wait { $0.last == .listening }
        while (try? await speaker.run([say(.text("news"), .text("again"))])) == nil {}
        try await events.wait { $0.last == .heard("again") }

        listening.cancel()
        await listening.value
        await speaker.close()
    }
}
