import Foundation
import HTTPTestClient
import PrometheusText
import Testing

extension `The program` {
    /// Guards the `hearth report` command and the metrics of the same totals.
    @Suite struct `A report of events` {
        /// A store with totals of today and of two days that are 27 and 28 days ago, and of two arms.
        private static func store(in folder: Folder) throws -> String {
            let store = try FixtureStore.copy(into: folder)
            try StoreLock.execute(
                """
                INSERT INTO event_total SELECT unixepoch() / 86400, 'homes', 'nearby', '', -1, 40, 10, 0, 1;
                INSERT INTO event_total SELECT unixepoch() / 86400, 'homes', 'nearby', '', 0, 40, 8, 2, 0;
                INSERT INTO event_total SELECT unixepoch() / 86400 - 27, 'homes', 'nearby', '', 0, 60, 12, 0, 0;
                INSERT INTO event_total SELECT unixepoch() / 86400 - 28, 'homes', 'nearby', '', 0, 1000, 0, 0, 0;
                INSERT INTO event_total SELECT unixepoch() / 86400, 'homes', 'nearby', 'x=a<b', 12, 7, 1, 0, 0;
                INSERT INTO event_total SELECT unixepoch() / 86400, 'homes', 'nearby', 'x=a<b', 99, 3, 1, 0, 0;
                INSERT INTO arm_total VALUES ('x', 'a<b', 100, 200, 2000, 60, 500, 90, 150);
                INSERT INTO arm_total VALUES ('x', 'control', 100, 200, 2000, 40, 500, 60, 100);
                """,
                on: store
            )
            return store
        }

        @Test func `prints tables of at most 120 columns`() throws {
            try withFolder { folder in
                let store = try Self.store(in: folder)
                let ended = try hearth("report", "--store", store)
                #expect(ended.status == 0 && ended.errors.isEmpty)
                let lines = ended.text.split(separator: "\n").map(String.init)
                let rows = lines.map { $0.split(separator: /\s\s+/).map(String.init) }
                #expect(lines.first == "Experiments: all users since each experiment began")
                #expect(rows.contains(["control", "100", "200", "2,000", "40", "0.2000 (0.1377 to 0.2623)"]))
                #expect(
                    rows.contains(["a<b", "+0.1000 (+0.0092 to +0.1908)", "+50.00% (+3.78% to +128.45%)", "yes"])
                )
                #expect(lines.contains("homes/nearby") && lines.contains("homes/nearby, users x=a<b"))
                #expect(rows.contains(["visits", "40", "10", "0", "1", "25.00%", "14.19% to 40.19%"]))
                #expect(rows.contains { $0.prefix(5) == ["rank 0", "100", "20", "2", "0"] })
                #expect(rows.contains { $0.prefix(5) == ["rank 10+", "10", "2", "0", "0"] })

                let long = try hearth("report", "--store", store, "--since", "29d")
                #expect(long.text.contains("1,100"))

                let wide = (0..<16).map {
                    "\(String(repeating: "e", count: 31))\($0)=\(String(repeating: "a", count: 32))"
                }
                try StoreLock.execute(
                    """
                    INSERT INTO event_total SELECT unixepoch() / 86400, 's', 'w', '\(wide.joined(separator: ","))', 5,
                        1234567890, 123456789, 12345678, 1234567;
                    INSERT INTO arm_total SELECT experiment, '\(String(repeating: "z", count: 32))', users * 10000,
                        visits * 10000, shown * 10000, opened * 10000, 5000000, 900000, 1500000 FROM arm_total LIMIT 1;
                    """,
                    on: store
                )
                let text = try hearth("report", "--store", store).text
                #expect(text.contains("1,234,567,890"))
                #expect(text.split(separator: "\n").map(\.count).max() ?? 0 <= 120)
            }
        }

        @Test func `prints JSON and writes a page`() throws {
            try withFolder { folder in
                let store = try Self.store(in: folder)
                let page = try folder.write("old", to: "report.html")
                let ended = try hearth("report", "--store", store, "--format", "json", "--html", page)
                #expect(ended.status == 0 && ended.errors.isEmpty)
                let json = try JSON(parsing: ended.output)
                let widget = json["widgets"].array[0]
                #expect(widget["segment"].string == "homes" && widget["items"]["shown"].int == 110)
                #expect(widget["ranks"].array.map { $0["rank"].int } == [0, 12, 99])
                #expect(widget["byArms"].array.map { $0["arms"].string } == ["", "x=a<b"])
                let arms = json["experiments"].array[0]["arms"].array
                #expect(arms.map { $0["arm"].string } == ["control", "a<b"])
                #expect(arms[1]["comparison"]["lift"]["value"].double.map { abs($0 - 0.5) < 1e-9 } == true)
                let html = try String(contentsOfFile: page, encoding: .utf8)
                #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("x=a&lt;b") && !html.contains("a<b"))
                // A link is written to, not replaced.
                let link = folder.path("link.html")
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: page)
                try FileManager.default.removeItem(atPath: page)
                _ = try folder.write("old", to: "report.html")
                #expect(try hearth("report", "--store", store, "--html", link).status == 0)
                #expect(try String(contentsOfFile: page, encoding: .utf8) == html)
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == page)
            }
        }

        @Test func `says that nothing was counted yet`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let ended = try hearth("report", "--store", store)
                #expect(ended.status == 0 && ended.text.hasPrefix("Nothing was counted yet"))
                let json = try JSON(parsing: try hearth("report", "--store", store, "--format", "json").output)
                #expect(json["widgets"].array.isEmpty && json["experiments"].array.isEmpty)
            }
        }

        @Test func `explains what is wrong`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                for since in ["28", "0d", "4w", "3651d", "-1d", "d", "1.5d", "٣d"] {
                    let ended = try hearth("report", "--store", store, "--since=\(since)")
                    #expect(ended.status == 64 && ended.output.isEmpty)
                    #expect(ended.errors.contains("--since is \"\(since)\": expected a number of days such as 28d"))
                }
                let format = try hearth("report", "--store", store, "--format", "jsn")
                #expect(format.status == 64 && format.errors.contains("did you mean \"json\"?"))
                let missing = try hearth("report", "--store", folder.path("none"))
                #expect(missing.status == 1 && missing.errors.contains("there is no store at"))
                let text = try folder.write("no store", to: "text")
                let unreadable = try hearth("report", "--store", text)
                #expect(unreadable.status == 1 && unreadable.errors.contains("cannot be opened"))
                for page in [folder.path("none/x.html"), folder.url.path, "/dev/full"] {
                    let unwritable = try hearth("report", "--store", store, "--html", page)
                    #expect(unwritable.status == 1 && unwritable.output.isEmpty)
                    #expect(unwritable.errors.contains("\(page) cannot be written: "))
                }
            }
        }

        @Test func `agrees with the metrics of a server`() throws {
            try withFolder { folder in
                try withServer(on: try Self.store(in: folder), in: folder) { server in
                    let metrics = try Exposition(server.get("/metrics").body)
                    func value(_ name: String, _ labels: [String: String]) -> Double? { metrics.value(name, labels) }
                    let nearby = ["segment": "homes", "widget": "nearby"]
                    func events(_ arms: String, _ rank: String, _ event: String) -> Double? {
                        value(
                            "hearth_widget_events",
                            nearby.merging(["arms": arms, "rank": rank, "event": event]) { $1 }
                        )
                    }
                    #expect(events("", "0", "shown") == 100 && events("", "0", "opened") == 20)
                    #expect(events("", "0", "saved") == 2 && events("", "0", "dismissed") == 0)
                    #expect(events("x=a<b", "10+", "shown") == 10 && events("x=a<b", "10+", "opened") == 2)
                    #expect(events("x=a<b", "12", "shown") == nil)
                    for (event, count) in [("shown", 40.0), ("opened", 10), ("dismissed", 1)] {
                        #expect(
                            value("hearth_widget_visits", nearby.merging(["arms": "", "event": event]) { $1 }) == count
                        )
                    }
                    for (name, count) in [("users", 100.0), ("visits", 200), ("openings", 60)] {
                        #expect(value("hearth_experiment_\(name)", ["experiment": "x", "arm": "a<b"]) == count)
                    }
                    let operation = ["operation": "read_totals"]
                    #expect(value("hearth_store_operation_duration_seconds_count", operation) == 1)
                }
            }
        }
    }
}
