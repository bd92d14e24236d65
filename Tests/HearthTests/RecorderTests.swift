import Bytes
import Dispatch
import Foundation
import HomeFeed
import JSON
import SQLiteStore
import Testing

@testable import Catalogue
@testable import Observability
@testable import hearth

@Suite struct `A recorder` {
    /// A recorder in a folder, and a feed whose homes are all recorded.
    private struct Recording {
        let path: String
        let folder: RecordingFolder
        let recorder: Recorder
        let store: any CatalogueStore
        let users: UserCache
        private let feed: HomeFeed
        private let snapshot: CatalogueSnapshot
        private let counter: Counters

        init(in parent: Folder) async throws {
            path = parent.path("recordings")
            let arguments = try Arguments(
                ["--record", path, "--record-share", "1"],
                flags: RecordFlags.flags,
                environment: [:]
            )
            folder = RecordingFolder(at: path)
            try folder.create()
            counter = Counters("hearth_recordings_total", "", by: Label("result", ["written", "dropped", "failed"]))
            let log = try Log(to: STDERR_FILENO)
            let flags = try #require(try RecordFlags(arguments))
            recorder = Recorder(flags, counter, log)
            store = try SQLiteStore(path: parent.path("s.store"), readers: 1)
            users = UserCache(of: store)
            let json = try JSONValue(
                parsing: #"""
                    {"title": "T", "segments": [{"id": "s", "title": "S", "widgets": [{"id": "w", "title": "W",
                     "layout": "HomeWidgetProductL", "source": {"kind": "recentlyViewed"}}]}]}
                    """#.utf8
            )
            feed = HomeFeed(
                config: try HomeConfig(json),
                users: users,
                cards: CardCache(),
                signingKey: Array(repeating: 1, count: 32),
                sampler: recorder.sampler,
                clock: { Instant.now() }
            )
            var builder = try SnapshotBuilder(kinds: .builtIn, memoryLimit: 1 << 20)
            snapshot = try builder.snapshot(version: ItemVersion(history: 1, number: 1))
        }

        func makeHome(for user: String? = nil) async throws {
            let parameters = [("width", "390")] + (user.map { [("user", $0)] } ?? [])
            _ = try await feed.home(
                for: HomeRequest(parameters: parameters.map { (name: $0, value: $1) }),
                in: snapshot
            )
        }

        /// The files of the recordings that were queued so far.
        /// - Parameter prefix: `id=` for those of users.
        func files(_ prefix: String = "") async throws -> [String] {
            try await recorder.perform { _ in }
            return try FileManager.default.subpathsOfDirectory(atPath: path)
                .filter { $0.contains("Z-") && $0.hasPrefix(prefix) }
        }

        /// Gives a recording the name that it would have had before some seconds.
        func age(_ file: String, by seconds: TimeInterval) throws {
            let parts = file.split(separator: /[\/-]/)
            let instant = Date(timeIntervalSinceNow: -seconds)
                .formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
            try FileManager.default.moveItem(
                atPath: "\(path)/\(file)",
                toPath: "\(path)/\(parts[0])/\(instant)-\(parts[2])-\(parts[3])"
            )
        }

        /// Deletes files that were written before a time from now, in seconds.
        func deleteFiles(before time: TimeInterval) throws {
            let time = Date(timeIntervalSinceNow: time)
            for user in try folder.users() + [nil] { try folder.deleteRecordings(of: user, before: time) }
        }

        func count(_ outcome: Recorder.Outcome) -> Int { Int(counter[outcome.rawValue].value) }
    }

    private func user(_ id: String) throws -> UserID { try #require(UserID(id)) }

    @Test func `keeps the homes of each user apart, readable for the owner only`() async throws {
        try await withFolder { folder in
            let recording = try await Recording(in: folder)
            for user in ["u", "u", "v", nil] { try await recording.makeHome(for: user) }
            #expect(try await recording.files("id=").count == 3)
            #expect(try await recording.files("anonymous").count == 1)
            #expect(recording.count(.written) == 4)
            func mode(_ name: String) throws -> Int? {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(recording.path)/\(name)")
                return (attributes[.posixPermissions] as? NSNumber)?.intValue
            }
            for name in ["", "id=u", "anonymous"] { #expect(try mode(name) == 0o700) }
            for file in try await recording.files() { #expect(try mode(file) == 0o600) }
        }
    }

    @Test func `drops homes while its queue is full, and delays none`() async throws {
        try await withFolder { folder in
            let recording = try await Recording(in: folder)
            let (isHolding, mayContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let holding = Task {
                try await recording.recorder.perform { _ in
                    isHolding.signal()
                    mayContinue.wait()
                }
            }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    isHolding.wait()
                    continuation.resume()
                }
            }
            for _ in 0..<Recorder.queueCapacity + 6 { try await recording.makeHome() }
            #expect(recording.count(.dropped) == 6)
            mayContinue.signal()
            try await holding.value
            #expect(try await recording.files().count == Recorder.queueCapacity)
            try await recording.makeHome()
            #expect(try await recording.files().count == Recorder.queueCapacity + 1)
        }
    }

    @Test func `erases the recordings of a user, also those in its queue`() async throws {
        try await withFolder { folder in
            let recording = try await Recording(in: folder)
            for user in ["u", "u", "v"] { try await recording.makeHome(for: user) }
            try await recording.recorder.erase(user("u"))
            #expect(try await recording.files("id=").count == 1)
            try await recording.recorder.erase(user("u"))
            try await recording.makeHome(for: "u")
            #expect(try await recording.files("id=").count == 2)
        }
    }

    @Test func `deletes recordings after their time`() async throws {
        try await withFolder { folder in
            let recording = try await Recording(in: folder)
            for user in ["u", "v", nil] { try await recording.makeHome(for: user) }
            let files = try await recording.files()
            for file in files.dropFirst() { try recording.age(file, by: 8 * 86_400) }
            try recording.deleteFiles(before: -7 * 86_400)
            #expect(try await recording.files() == [files[0]])
            try recording.deleteFiles(before: 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: recording.path) == [])
            try await recording.makeHome(for: "u")
            #expect(try await recording.files().count == 1)
        }
    }

    @Test func `erases users that another server has forgotten`() async throws {
        try await withFolder { folder in
            let recording = try await Recording(in: folder)
            let search = EventBatch([.searched(UserSearch(filter: ItemFilter()))], at: 0)
            for id in ["gone", "back", "known", "..", "unknown"] {
                try await recording.makeHome(for: id)
                if id == "unknown" { continue }
                for _ in 1...2 { _ = try await recording.users.append(search, by: user(id), at: 0) }
                try await recording.makeHome(for: id)
            }
            for file in try await recording.files("id=") { try recording.age(file, by: 3_600) }
            for id in ["gone", "back", ".."] { try await recording.store.forget(user(id)) }
            _ = try await recording.store.append(search, by: user("back"), at: 0)
            // Recorded a moment ago: other servers may not have the state yet.
            _ = try await recording.users.append(search, by: user("new"), at: 0)
            try await recording.makeHome(for: "new")
            try await recording.store.forget(user("new"))
            await recording.recorder.deleteExpired(recording.store)
            #expect(try Set(recording.folder.users().map(\.rawValue)) == ["known", "new", "unknown"])
        }
    }

    @Test func `counts homes that cannot be written, and continues`() async throws {
        try await withFolder { folder in
            let recording = try await Recording(in: folder)
            let anonymous = "\(recording.path)/anonymous"
            try Data().write(to: URL(filePath: anonymous))
            for _ in 1...3 { try await recording.makeHome() }
            #expect(try await recording.files() == [])
            #expect(recording.count(.failed) == 3)
            try FileManager.default.removeItem(atPath: anonymous)
            try await recording.makeHome()
            #expect(try await recording.files().count == 1)
        }
    }
}
