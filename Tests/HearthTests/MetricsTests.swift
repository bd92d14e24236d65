import Foundation
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    @Suite struct `The metrics` {
        private static let home = "/home?width=390&user=u1&lat=41.65&lon=-83.54"

        @Test func `count requests and time answers`() throws {
            try withFixtureServer { server in
                let before = try Self.metrics(of: server)
                for name in ["hearth_http_requests_total", "hearth_source_loads_total", "hearth_store_errors_total"] {
                    #expect(before.types[name] == "counter")
                    #expect(before.samples.allSatisfy { $0.name != name || $0.value == 0 }, "\(name)")
                }
                // The series exists from the start, so that rates include its first event.
                #expect(before.value("hearth_source_loads_total", ["source": "nearby", "state": "error"]) == 0)
                #expect(before.value("hearth_auth_failures_total", ["cause": "expired"]) == 0)

                #expect(try server.request("POST", "/users/u1/searches", body: "{}").status == 204)
                for _ in 1...3 { #expect(try server.get(Self.home).status == 200) }
                #expect(try server.get("/home/widgets/nearby?width=390&user=u1").status == 200)
                #expect(try server.request("POST", "/users/u1/opened", body: #"{"items":["listing:x"]}"#).status == 200)
                #expect(try server.request("POST", "/users/u1/searches", body: "{").status == 400)
                #expect(try server.request("DELETE", "/users/u1").status == 204)
                for _ in 1...2 { #expect(try server.get("/home").status == 400) }
                #expect(try server.get("/nowhere").status == 404)
                #expect(try server.get("/../../etc/passwd").status == 404)
                #expect(try TestClient(port: server.port).exchange("BREW / HTTP/1.1\r\n\r\n").status >= 400)
                let tooLong = "GET /\(String(repeating: "x", count: 9_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                #expect(try TestClient(port: server.port).exchange(tooLong).status == 414)

                // Events of another connection may be counted a moment after their answers.
                let metrics = try Child.wait("the last of the refusals") {
                    let metrics = try Self.metrics(of: server)
                    let isCounted = metrics.value("hearth_http_rejections_total", ["cause": "too_large"]) == 1
                    return isCounted && metrics.value("hearth_http_connections") == 1 ? metrics : nil
                }
                let requests: [(route: String, method: String, status: String, count: Double)] = [
                    ("/users/{user}/searches", "POST", "2xx", 1), ("/users/{user}/searches", "POST", "4xx", 1),
                    ("/home", "GET", "2xx", 3), ("/home", "GET", "4xx", 2), ("/home/widgets/{id}", "GET", "2xx", 1),
                    ("/users/{user}/opened", "POST", "2xx", 1), ("/users/{user}", "DELETE", "2xx", 1),
                    ("other", "GET", "4xx", 2), ("other", "other", "4xx", 1), ("/home", "GET", "5xx", 0),
                ]
                for (route, method, status, count) in requests {
                    let labels = ["route": route, "method": method, "status": status]
                    #expect((metrics.value("hearth_http_requests_total", labels) ?? 0) == count, "\(labels)")
                }
                #expect(metrics.value("hearth_http_request_duration_seconds_count", ["route": "/home"]) == 5)
                #expect(metrics.value("hearth_http_rejections_total", ["cause": "malformed"]) == 1)
                #expect(metrics.value("hearth_http_rejections_total", ["cause": "idle"]) == 0)

                // A home of this segment has the source `nearby` in two of its widgets.
                let loads: [String: Double] = [
                    "user": 4, "lastSearch": 3, "recommendations": 3, "nearby": 7,
                ]
                for (source, count) in loads {
                    let settled = ["loaded", "empty"].compactMap {
                        metrics.value("hearth_source_loads_total", ["source": source, "state": $0])
                    }
                    #expect(settled.reduce(0, +) == count, "\(source)")
                    #expect(metrics.value("hearth_source_load_duration_seconds_count", ["source": source]) == count)
                    #expect(metrics.value("hearth_source_loads_total", ["source": source, "state": "error"]) == 0)
                }
                let operations: [String: Double] = [
                    "append_events": 2, "forget_user": 1, "read_user": 1, "read_items": 1, "read_changes": 0,
                    "delete_history": 3,
                ]
                for (operation, count) in operations {
                    #expect(
                        metrics.value("hearth_store_operation_duration_seconds_count", ["operation": operation])
                            == count,
                        "\(operation)"
                    )
                }
                #expect(metrics.value("hearth_user_cache_hits_total") == 3)
                #expect(metrics.value("hearth_user_cache_misses_total") == 1)
                #expect(metrics.value("hearth_user_cache_entries") == 0)
                let cards = try #require(metrics.value("hearth_card_cache_entries"))
                // Homes find more than they render, since they show the same; most cards no home has asked for.
                let rendered = try #require(metrics.value("hearth_card_cache_misses_total"))
                #expect(metrics.value("hearth_card_cache_hits_total") ?? 0 >= max(1, 2 * rendered) && rendered < cards)
                #expect(metrics.value("hearth_card_cache_bytes") ?? 0 > 100 * cards)
                #expect(metrics.samples.allSatisfy { $0.name != "hearth_store_errors_total" || $0.value == 0 })
                for name in ["process_resident_memory_bytes", "process_open_fds", "process_cpu_seconds_total"] {
                    #expect(metrics.value(name) ?? 0 > 0, "\(name)")
                }
            }
        }

        @Test func `are never cached`() throws {
            try withFixtureServer { server in
                let answer = try server.get("/metrics")
                #expect(answer.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
                #expect(answer.fields["cache-control"] == "no-store")
            }
        }

        private static func metrics(of server: RunningServer) throws -> Exposition {
            let answer = try server.get("/metrics")
            #expect(answer.status == 200)
            return try Exposition(answer.body)
        }
    }

    @Suite struct `A home's timings` {
        @Test(arguments: ["homes", "style"])
        func `name the user and every widget that loads items`(segment: String) throws {
            try withFixtureServer { server in
                let answer = try server.get("/home?width=390&user=u1&lat=41.65&lon=-83.54&segment=\(segment)")
                let home = try answer.json
                let widgets = home.widgets.compactMap(\.id)
                #expect(widgets.count > 5)
                let names = try Self.names(answer)
                #expect(names.first == "user")
                // Cards of the config are not loaded.
                let cards: Set = ["banner", "infoCard", "loadMore"]
                let loading = home.widgets.filter { widget in
                    widget["state"].string != "loaded"
                        || !widget.items.allSatisfy { $0["kind"].string.map(cards.contains) == true }
                }
                #expect(Set(names.dropFirst()) == Set(loading.compactMap(\.id)))

                let one = try server.get("/home/widgets/\(widgets[0])?width=390&user=u1&segment=\(segment)")
                #expect(try Self.names(one) == ["user", widgets[0]])
            }
        }

        private static func names(_ answer: TestClient.Response) throws -> [String] {
            let timing = try #require(answer.fields["server-timing"])
            return try timing.split(separator: ", ").map {
                let match = $0.wholeMatch(of: /([!#$%&'*+\-.^_`|~0-9a-zA-Z]+);dur=\d+\.\d{3}/)
                return String(try #require(match, "\($0)").1)
            }
        }
    }
}
