import Foundation
import HTTPTestClient
import HomeLayout
import Testing

@testable import hearth

extension `The program` {
    /// Guards the commands, flags, variables, output and exit statuses of `hearth`.
    @Suite struct `The command line` {
        private static let recommender = ["recommender", "recommender-key-file"]
        static let flags: [(command: String, flags: [String])] = [
            (
                "serve",
                [
                    "host", "port", "admin-host", "admin-port", "store", "config", "threads", "startup-timeout",
                    "max-catalogue-memory", "card-cache-size", "user-cache-size", "shutdown-timeout",
                    "store-connections", "store-timeout", "record", "record-share", "record-days",
                ]
                    + recommender
                    + `A limit of the server`.flags.map(\.name)
            ),
            (
                "import",
                [
                    "store", "mapping", "config", "max-catalogue-memory", "rejects", "max-rejected", "replace",
                    "max-removed", "dry-run",
                ]
            ),
            (
                "home",
                [
                    "width", "scale", "text-scale", "user", "lat", "lon", "segment", "platform", "app-version",
                    "layouts", "schema", "locale", "explain", "store", "config", "max-catalogue-memory",
                ] + recommender
            ),
            ("layout", ["width", "scale", "text-scale", "config"]), ("check", []), ("tracking", []),
            (
                "diff",
                [
                    "width", "scale", "text-scale", "lat", "lon", "platform", "app-version", "layouts", "schema",
                    "locale", "user", "users", "json", "store", "max-catalogue-memory",
                ] + recommender
            ),
            (
                "evaluate",
                [
                    "store", "events", "kind", "split", "leave-out", "min-history", "tune", "users", "seed", "json",
                    "config",
                    "max-catalogue-memory",
                ]
            ),
            ("report", ["store", "since", "format", "html"]),
        ]

        @Test func `explains each command with every flag and its variable`() throws {
            let all = try hearth("--help")
            #expect(all.status == 0 && all.errors.isEmpty)
            for (command, flags) in Self.flags {
                #expect(all.text.contains("\n  \(command) "))
                let help = try hearth(command, "--help")
                #expect(help.status == 0 && help.errors.isEmpty)
                #expect(help.text.contains("usage: hearth \(command)"))
                let mentioned = help.text.matches(of: /--[a-z][a-z-]*/).map { String($0.output.dropFirst(2)) }
                #expect(Set(mentioned) == Set(flags).union(command == "home" ? ["lat", "lon"] : []), "\(command)")
                for flag in flags {
                    let variable = "HEARTH_" + flag.uppercased().replacing("-", with: "_")
                    #expect(help.text.contains(variable + "\n"), "\(command) --\(flag)")
                }
            }
        }

        @Test func `ignores the addresses of Kubernetes' services where a number is expected`() throws {
            let environment = [
                "HEARTH_PORT": "tcp://10.96.12.34:80", "HEARTH_ADMIN_PORT": "udp://[fd00::1]:53",
                "HEARTH_THREADS": "2", "HEARTH_HOST": "127.0.0.2",
            ]
            let arguments = try Arguments([], flags: ServeOptions.flags, environment: environment)
            #expect(try arguments.integer("port") == 8080 && arguments.integer("threads") == 2)
            #expect(arguments["admin-port"] == nil && arguments["host"] == "127.0.0.2")
            #expect(arguments.warnings.count == 2)
            #expect(
                arguments.warnings.contains { $0.contains("HEARTH_PORT is \"tcp://10.96.12.34:80\" and is ignored") }
            )
            let given = try Arguments(["--port", "1"], flags: ServeOptions.flags, environment: environment)
            #expect(try given.integer("port") == 1 && given.warnings.count == 1)
            let other = try Arguments([], flags: ServeOptions.flags, environment: ["HEARTH_PORT": "tcp://x"])
            #expect(throws: UsageError.self) { try other.integer("port") }
        }

        @Test(arguments: [
            "pgsql://u:secret@h/d", "mysql://u:secret@h", "sqlite:///secret.store", "host=h password=secret dbname=d",
            "dbname = secret",
        ])
        func `refuses other addresses of stores, and does not print them`(address: String) throws {
            try withFolder { folder in
                for command in ["serve", "import", "home", "report", "backup"] {
                    let others = ["import": ["x.csv"], "home": ["--width", "390"], "backup": [folder.path("copy")]]
                    let ended = try hearth([command, "--store", address] + (others[command] ?? []))
                    #expect(ended.status == 64, "\(command): \(ended.errors)")
                    #expect(ended.errors.contains("postgresql://USER@HOST/DATABASE"))
                    #expect(!(ended.errors + ended.text).contains("secret"))
                }
            }
        }

        @Test func `suggests the nearest word, and exits 64 on a usage error`() throws {
            let cases: [(words: [String], says: String)] = [
                ([], "try: hearth --help"), (["imprt"], #"unknown command "imprt"; did you mean "import"?"#),
                (["frobnicate"], #"expected one of "serve", "import""#),
                (["serve", "--prot", "1"], #"unknown flag --prot; did you mean "--port"?"#),
                (["home", "--textscale=2"], #"did you mean "--text-scale"?"#),
                (["serve", "--port", "x"], #"--port is "x": expected a whole number from 0 to 65535"#),
                (["serve", "--port", "65536"], "--port"), (["serve", "--threads", "0"], "--threads"),
                (["serve", "--port"], "--port needs a value"), (["serve", "--port=1", "--port", "2"], "given twice"),
                (["serve", "here"], #"unexpected "here""#), (["check"], "CONFIG is missing"),
                (["check", "a", "b"], #"unexpected "b""#), (["import", "file"], "--mapping is missing"),
                (["import"], "FILE is missing"), (["home"], "width is missing"),
                (["layout", "--width", "20"], "width"),
                (["home", "--width", "390", "--lat", "1"], "lon is missing"),
                (["home", "--width", "390", "--app-version", "4.x"], #"appVersion is "4.x": expected whole numbers"#),
                (["tracking"], "TOKEN is missing"),
                (["serve", "--record-share", "2"], #"--record-share is "2": expected a number from 0 to 1"#),
            ]
            for (words, says) in cases {
                let ended = try hearth(words)
                #expect(ended.status == 64, "\(words)")
                #expect(ended.errors.contains(says), "\(words): \(ended.errors)")
                #expect(ended.errors.contains("\ntry: hearth "), "\(words)")
                #expect(ended.output.isEmpty, "\(words)")
            }
        }

        @Test func `takes a flag from its variable, and lets the flag win`() throws {
            let wide = try hearth("layout", environment: ["HEARTH_WIDTH": "440", "HEARTH_SCALE": "3"])
            #expect(wide.status == 0)
            #expect(try hearth("layout", "--width", "440", "--scale=3").text == wide.text)
            let narrow = try hearth("layout", "--width", "320", environment: ["HEARTH_WIDTH": "440"])
            #expect(try hearth("layout", "--width", "320").text == narrow.text)
            #expect(narrow.text != wide.text)
            let large = try hearth(
                "layout",
                "--width",
                "320",
                environment: ["HEARTH_TEXT_SCALE": "2", "HEARTH_SCALE": ""]
            )
            #expect(try hearth("layout", "--width", "320", "--text-scale", "2").text == large.text)

            let wrong = try hearth("serve", environment: ["HEARTH_PORT": "http"])
            #expect(wrong.status == 64)
            #expect(wrong.errors.contains(#"HEARTH_PORT is "http""#))

            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let variables = ["HEARTH_STORE": "nowhere.store", "HEARTH_HOST": "127.0.0.1", "HEARTH_THREADS": "1"]
                try withServer(on: store, environment: variables, in: folder) { server in
                    let answer = try server.get("/home?width=390")
                    #expect(answer.status == 200)
                }
            }
        }

        @Test func `prints the metrics of all layouts`() throws {
            let ended = try hearth("layout", "--width", "390", "--scale", "3")
            #expect(ended.status == 0)
            let rows = ended.text.split(separator: "\n").map { $0.split(separator: /\s\s+/).map(String.init) }
            #expect(rows[0] == ["layout", "visible", "rows", "columns", "item", "image", "caption", "height"])
            #expect(rows.dropFirst().map(\.first) == Layout.allCases.map(\.rawValue))
            let known = [
                ["HomeWidgetProductXL", "1.5", "1", "-", "244 x 247", "244 x 183", "64", "247"],
                ["HomeWidgetProductL", "2.5", "1", "-", "143 x 171.333", "143 x 107.333", "64", "171.333"],
                ["HomeWidgetProductM", "3.5", "1", "-", "100 x 139", "100 x 75", "64", "139"],
            ]
            for row in known { #expect(rows.contains(row)) }
            #expect(!ended.text.contains(" \n"))
        }

        @Test func `checks a config and lists each error with its path`() throws {
            let fine = try hearth("check", Fixtures.config)
            #expect(fine.status == 0)
            let widgets = try ["homes", "style"].map { try Fixtures.widgets(of: $0).count }.reduce(0, +)
            #expect(
                fine.text == "\(Fixtures.config) is valid: 2 segments, \(widgets) widgets; kinds: listing, product\n"
            )
            try withFolder { folder in
                let bad = try Self.badConfig(in: folder)
                let ended = try hearth("check", bad)
                #expect(ended.status == 1)
                #expect(ended.output.isEmpty)
                for line in Self.badConfigErrors { #expect(ended.errors.contains(line), "\(line)") }
                #expect(ended.errors.hasPrefix("hearth: \(bad) has \(Self.badConfigErrors.count) errors\n"))

                let broken = try hearth("check", try folder.write("{\n  \"title\": oops\n}", to: "broken.json"))
                #expect(broken.status == 1)
                #expect(broken.errors.contains("is not JSON: line 2, column 12"))
                let missing = try hearth("check", folder.path("missing.json"))
                #expect(missing.status == 1)
                #expect(missing.errors.contains("missing.json cannot be read: No such file or directory"))
            }
        }

        @Test func `warns of what clients cannot show as meant`() throws {
            try withFolder { folder in
                let config = try folder.write(
                    #"""
                    {"title": "T", "clients": [{"platform": "ios", "appVersion": "4.2"}],
                     "segments": [{"id": "s", "title": "S", "widgets": [
                       {"id": "a", "layout": "HomeWidgetMap", "source": {"kind": "brands"}},
                       {"id": "b", "layout": "HomeWidgetGrid", "source": {"kind": "nearby"},
                        "title": "\#(String(repeating: "Nearby ", count: 20))", "when": {"platform": ["web"]}}]}]}
                    """#,
                    to: "home.json"
                )
                let ended = try hearth("check", config)
                #expect(ended.status == 0 && ended.text.contains("home.json is valid: 1 segment, 2 widgets"))
                let lines = ended.errors.split(separator: "\n")
                let paths = ["[0].source: HomeWidgetMap", "[1].title: the text", "[1].when: none of the clients"]
                #expect(lines.count == paths.count)
                for (line, path) in zip(lines, paths) {
                    #expect(line.hasPrefix("hearth: \(config): segments[0].widgets\(path)"), "\(line)")
                }
            }
        }

        @Test func `does not serve an invalid config or store`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                let bad = try hearth(
                    "serve",
                    "--port",
                    "0",
                    "--store",
                    store,
                    "--config",
                    try Self.badConfig(in: folder)
                )
                #expect(bad.status == 1)
                for line in Self.badConfigErrors { #expect(bad.errors.contains(line), "\(line)") }

                let missing = try hearth("serve", "--port", "0", "--store", folder.path("missing.store"))
                #expect(missing.status == 1)
                #expect(missing.errors.contains("there is no store at \(folder.path("missing.store"))"))
                #expect(!FileManager.default.fileExists(atPath: folder.path("missing.store")))

                let other = try hearth("serve", "--port", "0", "--store", Fixtures.config)
                #expect(other.status == 1)
                #expect(other.errors.contains("file is not a database"))

                let host = try hearth("serve", "--port", "0", "--store", store, "--host", "localhost")
                #expect(host.status == 1)
                #expect(host.errors.contains("--host must be a numeric address of this machine"))

                try withServer(on: store, in: folder) { server in
                    let second = try hearth("serve", "--port", "\(server.port)", "--store", store)
                    #expect(second.status == 1)
                    #expect(
                        second.errors == "hearth: cannot listen on 127.0.0.1:\(server.port): Address already in use\n"
                    )
                    #expect(try server.get("/home?width=390").status == 200)
                }
            }
        }

        @Test func `prints the contents of a tracking token`() throws {
            let arm = try hearth("tracking", "Af__________AXMBdwltYXAtZmlyc3QDbWFw.12.recommendations")
            #expect(arm.status == 0)
            #expect(
                arm.text == """
                    config   ffffffffffffffff
                    segment  s
                    widget   w
                    arm      map of map-first
                    rank     12
                    source   recommendations

                    """
            )
            let widget = try hearth("tracking", "AQEjRWeJq83vBWhvbWVzBm5lYXJieQ")
            #expect(widget.text == "config   0123456789abcdef\nsegment  homes\nwidget   nearby\n")
            for token in ["AQEjRWeJq83vBWhvbWVzBm5lYXJie", "AgEjRWeJq83vBWhvbWVzBm5lYXJieQ"] {
                let refused = try hearth("tracking", token)
                #expect(refused.status == 1 && refused.output.isEmpty)
                #expect(refused.errors.contains("is no tracking token of this version of Hearth, or is incomplete"))
            }
        }

        @Test func `reports that it cannot write its output`() throws {
            let script = #""$0" layout --width 390 >/dev/full"#
            let process = Process()
            let errors = Pipe()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", script, try Child.executable().path]
            process.standardError = errors
            try process.run()
            let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 1)
            #expect(text == "hearth: standard output cannot be written: No space left on device\n")
        }

        private static let badConfigErrors = [
            #"  title: expected a text that is not empty"#,
            #"  segments[0].widgets[0].layout: unknown layout "HomeWidgetProductLL"; did you mean "HomeWidgetProductL"?"#,
            #"  segments[0].widgets[1].source.kind: unknown source "nearbye"; did you mean "nearby"?"#,
            #"  segments[0].widgets[2].source.radius: expected a number from 1 to "#,
            #"  segments[0].widgets[2]: unknown key "limt"; did you mean "limit"?"#,
        ]

        private static func badConfig(in folder: Folder) throws -> String {
            try folder.write(
                """
                {"title": "", "segments": [{"id": "homes", "title": "Homes", "widgets": [
                    {"id": "a", "layout": "HomeWidgetProductLL", "source": {"kind": "nearby"}},
                    {"id": "b", "layout": "HomeWidgetMap", "source": {"kind": "nearbye"}},
                    {"id": "c", "layout": "HomeWidgetMap", "source": {"kind": "nearby", "radius": 0}, "limt": 3}
                ]}]}
                """,
                to: "bad.json"
            )
        }
    }

    @Suite struct `A server that is told to stop` {
        @Test(arguments: [SIGTERM, SIGINT])
        func `finishes and exits 0`(number: Int32) throws {
            try withFixtureServer { server in
                let answer = try server.get("/home?width=390")
                #expect(answer.status == 200)
                // The connection is still open.
                server.child.signal(number)
                #expect(try server.child.wait() == 0)
                #expect(server.child.errors.hasSuffix("hearth: Shutting down\n"))
            }
        }

        @Test func `handles the signal as soon as it reports that it serves`() throws {
            try withFolder { folder in
                let store = try FixtureStore.copy(into: folder)
                for _ in 1...10 {
                    try withServer(on: store, in: folder) { server in
                        server.child.signal(SIGTERM)
                        let status = try server.child.wait()
                        #expect(status == 0)
                    }
                }
            }
        }
    }
}
