import Foundation
import Glibc
import SQLiteStore
import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import JSON
@testable import hearth

/// Guards the server against bodies that cost far more than valid ones: while a loop reads one, it answers no one else.
@Suite struct `An invalid body` {
    private static let now: Instant = 1_700_000_000
    /// The default limit of bodies, in bytes.
    private static let size = 64 * 1_024
    private let feed: HomeFeed
    private let snapshot: CatalogueSnapshot

    init() throws {
        let config = try HomeConfig(
            JSONValue(
                parsing: #"""
                    {"title": "Hearth",
                     "segments": [{"id": "homes", "title": "Homes", "widgets": [
                        {"id": "w", "title": "W", "layout": "HomeWidgetProductL", "source": {"kind": "newest"}}]}]}
                    """#.utf8
            )
        )
        // No user is read: the file is not needed once it is open.
        let store = try withFolder { try SQLiteStore(path: $0.path("empty.store"), readers: 1) }
        feed = HomeFeed(
            config: config,
            users: UserCache(of: store),
            cards: CardCache(),
            signingKey: Array(repeating: 7, count: 32),
            clock: { Self.now }
        )
        var builder = try SnapshotBuilder(kinds: .builtIn, memoryLimit: 1 << 20)
        snapshot = try builder.snapshot(version: ItemVersion(history: 1, number: 1))
    }

    private enum Reader: CaseIterable {
        case search, events, opened, arrangement, known
    }

    /// The error of the body; `nil` if it is valid.
    private func refusal(_ body: [UInt8], by reader: Reader) -> BodyError? {
        do throws(BodyError) {
            switch reader {
            case .search: _ = try UserSearch(body: body, kinds: feed.config.kinds)
            case .events: _ = try EventsBody(body, of: feed, in: snapshot, at: Self.now)
            case .opened: _ = try EventsBody(opened: body, of: feed, in: snapshot, at: Self.now)
            case .arrangement: _ = try UserAction(arrangement: body, of: feed)
            case .known: _ = try KnownWidgets(body: body)
            }
            return nil
        } catch {
            return error
        }
    }

    /// The least CPU time of some readings for each byte, in nanoseconds.
    private func cost(of body: [UInt8], by reader: Reader) -> Double {
        func time() -> Double {
            var now = timespec()
            // Sound: the clock is written to a local variable that lives longer than the call.
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
            return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
        }
        let times = (0..<5).map { _ in
            let start = time()
            _ = refusal(body, by: reader)
            return time() - start
        }
        return (times.min() ?? 0) / Double(body.count)
    }

    /// A body of nearly ``size`` with as many of these parts as fit.
    private static func body(_ start: String, _ parts: (Int) -> String, _ end: String) -> [UInt8] {
        var text = start
        var count = 0
        while true {
            let part = (count == 0 ? "" : ",") + parts(count)
            if text.utf8.count + part.utf8.count + end.utf8.count > size { break }
            text += part
            count += 1
        }
        return Array((text + end).utf8)
    }

    private static let nested = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)

    private static let bodies: [[UInt8]] = [
        body(#"{"types": ["#, { _ in #""""# }, "]}"), body(#"{"types": ["#, { "\"house\($0)\"" }, "]}"),
        body("{", { "\"k\($0)\": 1" }, "}"), body("{", { "\"market\($0)\": 1" }, "}"),
        body(#"{"price": {"#, { "\"\($0)\": 1" }, "}}"), body(#"{"market": ["#, { _ in nested }, "]}"),
        body(#"{"type": ["#, { _ in "{}" }, "]}"), body("{\"", { _ in "kind" }, "\": 1}"),
        body(#"{"kind": ""#, { _ in "listin" }, "\"}"), body(#"{"known": {"#, { "\"w\($0)\": 1" }, "}}"),
        body(#"{"items": ["#, { _ in "1" }, "]}"), body(#"{"events": ["#, { _ in "1" }, "]}"),
        body(#"{"segment": "homes", "hidden": ["#, { "\"\($0)\"" }, "]}"),
        events(#"{"type": "opnd"}"#), events(#"{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1}"#),
        events(#"{"type": "opened", "item": "x", "at": "x", "tracking": 1}"#),
    ]

    private static func events(_ event: String) -> [UInt8] {
        Array("{\"events\": [\((0..<500).map { _ in event }.joined(separator: ","))]}".utf8)
    }

    @Test func `costs at most twenty times as much as valid events of its size`() {
        let valid = Self.events(#"{"type": "opened", "item": "product:fj5089", "at": "2023-11-14T22:13:20Z"}"#)
        #expect(refusal(valid, by: .events) == nil)
        let allowed = 20 * cost(of: valid, by: .events)
        for body in Self.bodies {
            for reader in Reader.allCases {
                let found = cost(of: body, by: reader)
                #expect(found <= allowed, "\(reader): \(String(decoding: body.prefix(60), as: UTF8.self))")
            }
        }
    }

    @Test func `is refused with its first errors, and the number of values that were not checked`() throws {
        for body in Self.bodies {
            for reader in Reader.allCases {
                guard let error = refusal(body, by: reader) else { continue }
                #expect(error.message.utf8.count < 16_384)
                if case .unexpected(let errors) = error { #expect(errors.all.count <= BodyError.maximumErrors) }
            }
        }
        let keys = try #require(refusal(Self.body("{", { "\"k\($0)\": 1" }, "}"), by: .search))
        #expect(keys.message.contains(/; and \d{4} more$/))
        let types = try #require(refusal(Self.bodies[0], by: .search))
        #expect(types.message == "types: expected 0 to 64 types, found a list of 21841")
        let some = Array(#"{"types": [\#((0..<30).map { "\"t\($0)\"" }.joined(separator: ","))]}"#.utf8)
        #expect(try #require(refusal(some, by: .search)).message.hasSuffix("; and 10 more"))
    }
}
