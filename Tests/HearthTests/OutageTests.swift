import Foundation
import HTTPTestClient
import PrometheusText
import Synchronization
import Testing

extension `The program` {
    @Suite struct `A recommendation service that fails under load` {
        /// The minimum duration of each state in seconds: `HEARTH_OUTAGE_SECONDS`. If set, homes have the default
        /// budget, and their times are printed.
        private static let seconds =
            ProcessInfo.processInfo.environment["HEARTH_OUTAGE_SECONDS"].flatMap { Double($0) }
        private static let query = seconds == nil ? "" : "&budget=150"
        private static let users = 8

        /// Recommendations expire quickly, so that the service gets requests all the time.
        private static let limits = """
            "recommender": {
                "cacheLifetime": 1,
                "circuitBreaker": { "backoff": 100, "maxBackoff": 200 },
                "helper": { "maxBackoff": 100 }
            },
            """

        @Test(arguments: [true, false])
        func `changes its widget, and of the rest of a home only where it is`(hasFallbacks: Bool) throws {
            try withFolder { folder in
                let service = try ScriptedGorse()
                defer { service.stop() }
                try withServer(asking: service.port, config: config(hasFallbacks: hasFallbacks, in: folder), in: folder)
                { server in
                    for user in 0..<Self.users {
                        let search = #"{"market":"toledo"}"#
                        let answer = try server.request("POST", "/users/u\(user)/searches", body: search)
                        #expect(answer.status == 204)
                    }
                    let clients = PollingClients(users: Self.users, of: server.port, Self.query)
                    defer { clients.stop() }
                    let lost = hasFallbacks ? ["loaded", "fallback"] : ["error"]
                    func phase(_ name: String, _ mode: ScriptedGorse.Mode, until wanted: [String]...) throws {
                        clients.begin(name)
                        let start = ContinuousClock.now
                        try service.setMode(mode)
                        for states in wanted {
                            try Child.wait("\(states) while \(name)") { clients.allSee(states) ? () : nil }
                        }
                        let rest = Duration.seconds(Self.seconds ?? 0) - start.duration(to: .now)
                        if rest > .zero { Thread.sleep(forTimeInterval: rest / .seconds(1)) }
                        let report = clients.end()
                        #expect(report.wrong.count == 0, "\(report.wrong.prefix(3))")
                        if Self.seconds != nil { print(report) }
                    }
                    let good = ["loaded"]
                    try phase("healthy", .healthy, until: good)
                    try phase("stopped", .stopped, until: ["stale"], lost)
                    try phase("started again", .healthy, until: good)
                    try phase("slow", .slow, until: ["stale"], lost)
                    try phase("fast again", .healthy, until: good)
                    try phase("garbage", .garbage, until: ["stale"], lost)
                    try phase("recovered", .healthy, until: good)
                    try phase("restarted", .restarting, until: good)
                }
            }
        }

        /// The fixtures' config with a deadline of 100 ms for recommendations and a short stale lifetime.
        private func config(hasFallbacks: Bool, in folder: Folder) throws -> String {
            var home = try Fixtures.configText()
            home.replace(#""deadline": 60000"#, with: #""deadline": 100"#)
            home.replace(#""maxStale": 600"#, with: #""maxStale": 2"#)
            let fallbacks = #/,\s*"fallbacks": \[\{ "kind": "popular" \}, \{ "kind": "newest" \}\]/#
            #expect(home.contains(fallbacks) && home.contains(#""maxStale": 2"#) && home.contains(#""deadline": 100,"#))
            if !hasFallbacks { home.replace(fallbacks, with: "") }
            return try folder.write("{" + Self.limits + home.dropFirst(), to: "config.json")
        }

        /// The limit of concurrent requests to the service: low for 32 clients, or the default.
        private static let bound = seconds == nil ? 4 : 64

        @Test func `gets no more concurrent requests than the limit, with any number of homes`() throws {
            try withFolder { folder in
                let state = Mutex((now: 0, most: 0, all: 0))
                // Twice the limit, so that the service itself is no bottleneck.
                let service = try RawService(threads: 2 * Self.bound) { request, connection in
                    state.withLock { state in
                        state.now += 1
                        state.most = max(state.most, state.now)
                        state.all += 1
                    }
                    usleep(50_000)
                    state.withLock { $0.now -= 1 }
                    return connection.answer(200, "[]")
                }
                defer { service.stop() }
                try withServer(
                    asking: service.port,
                    config: folder.write(Self.homeOfRecommendations, to: "config.json"),
                    in: folder
                ) { server in
                    let port = server.port
                    let start = ContinuousClock.now
                    let end = start + .seconds(Self.seconds ?? 0)
                    let counts = try concurrently(Self.bound * 8) { index in
                        let client = try TestClient(port: port)
                        var count = 0
                        repeat {
                            let home = try client.request("GET", "/home?width=390&user=u\(index)-\(count)")
                            #expect(home.status == 200)
                            count += 1
                        } while count < 10 || ContinuousClock.now < end
                        return count
                    }
                    let time = start.duration(to: .now) / .seconds(1)
                    let seen = state.withLock { $0 }
                    #expect(seen.most <= Self.bound)
                    #expect(seen.all >= Self.bound)
                    let metrics = try Exposition(server.get("/metrics").body)
                    let name = "hearth_recommender_requests_total"
                    #expect((metrics.value(name, ["outcome": "overloaded"]) ?? 0) > 0)
                    #expect((metrics.value(name, ["outcome": "answered"]) ?? 0) > 0)
                    if Self.seconds != nil {
                        let homes = counts.reduce(0, +)
                        print("\(homes) homes, \(Int(Double(homes) / time)) a second:", terminator: " ")
                        print("\(seen.all) requests to the service, at most \(seen.most) at a time")
                    }
                }
            }
        }

        /// A home with nothing but recommendations, for the highest rate of requests.
        private static let homeOfRecommendations = """
            {
                "title": "Home",
                "budget": { "default": 60000, "maximum": 60000 },
                "recommender": { "maxConcurrentRequests": \(bound), "timeout": 10000 },
                "segments": [{
                    "id": "homes",
                    "title": "Homes",
                    "widgets": [{
                        "id": "recommendations",
                        "title": "Picked for you",
                        "layout": "HomeWidgetFullWidth",
                        "source": { "kind": "recommendations" },
                        "limit": 4
                    }]
                }]
            }
            """
    }
}
