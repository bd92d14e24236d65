import Bytes
import Contract
import Foundation
import JSON
import Synchronization
import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import HomeLayout
@testable import Recommendations

/// A feed over a store in memory, and what its homes look like to a client. Each home is recorded, and the recording has
/// to be of the home that was sent.
struct World: Sendable {
    /// The store behind the feed, which can be told to fail.
    let store: MemoryStore
    let config: HomeConfig
    let feed: HomeFeed
    private let users: UserCache
    private let interactions: InteractionUpdater
    private let rates = WidgetRates()
    private let catalogue: FollowedCatalogue
    private let noted = Noted()

    /// What the feed noted of its sources, for all homes so far.
    var loads: [SourceLoad] { noted.loads.withLock { $0 } }
    /// The moment, in Unix seconds.
    var now: Instant {
        get { noted.now.withLock { $0 } }
        nonmutating set { noted.now.withLock { $0 = newValue } }
    }
    /// Those that went wrong.
    var failures: [SourceLoad] { loads.filter { $0.failure != nil } }
    /// The catalogue with all changes of the store.
    var snapshot: CatalogueSnapshot {
        get throws { try catalogue.snapshot() }
    }

    /// - Parameters:
    ///   - store: the store, which another feed may use, too.
    ///   - items: what is put into the store.
    ///   - recommendations: `nil` for the embedded engine.
    ///   - longScan: beyond how many items a scan leaves the event loop.
    init(
        _ config: String,
        store: MemoryStore = MemoryStore(),
        items: [CatalogueItem] = [],
        recommendations: (any RecommendationService)? = nil,
        signingKey: [UInt8] = Array(repeating: 7, count: 32),
        longScan: Int = HomeFeed.defaultLongScan,
        cards: CardCache = CardCache(),
        words: WordFiles = .fixtures
    ) throws {
        self.store = store
        if !items.isEmpty { _ = store.upsert(items) }
        // A home may take as long as it takes, where a test says nothing else: the machine may be busy with other
        // tests.
        let budget = config.contains(#""budget""#) ? "{" : #"{"budget": {"default": 60000, "maximum": 60000}, "#
        self.config = try HomeConfig(
            JSONValue(parsing: (budget + config.drop { $0 != "{" }.dropFirst()).utf8),
            file: words.read
        )
        interactions = InteractionUpdater(of: store)
        catalogue = try FollowedCatalogue(store, self.config.kinds)
        users = UserCache(of: store, capacity: UserCache.minimumCapacity)
        feed = HomeFeed(
            config: self.config,
            users: users,
            recommendations: recommendations,
            interactions: interactions,
            rates: rates,
            cards: cards,
            signingKey: signingKey,
            sampler: HomeSampler(share: 1) { [noted] home in noted.recorded.withLock { $0 = home } },
            longScan: longScan,
            clock: { [noted] in noted.now.withLock { $0 } }
        )
    }

    func readTotals() {
        rates.update(with: store.eventTotals(since: 0), today: EventTotal.day(of: now))
    }

    /// Makes the cache forget users, which a home may have brought there, by reading many others.
    func evictUsers() async throws {
        for number in 0..<1_000 { _ = try await users.user(user("other\(number)")) }
    }

    func learn() async { await interactions.catchUp() }

    /// The home as a client reads it, which has to keep to the contract.
    func home(_ request: HomeRequest) async throws -> Document {
        let bytes = try await bytes(request)
        try expectContract(bytes, "/home")
        return try JSONDecoder().decode(Document.self, from: Data(bytes))
    }

    func home(
        for user: String? = nil,
        at place: Coordinate? = nil,
        segment: String? = nil,
        on device: Device? = nil
    ) async throws -> Document {
        try await home(request(for: user, at: place, segment: segment, on: device))
    }

    /// The ids of the items of a home's first widget, in order; empty where there is no widget.
    func firstItemIDs(_ request: HomeRequest) async throws -> [String] {
        let home = try await feed.home(for: request, in: snapshot)
        return try JSONDecoder().decode(Document.self, from: Data(home.bytes)).itemIDs.first ?? []
    }

    /// The home as it is sent: the same whether or not it was there without waiting.
    func bytes(_ request: HomeRequest) async throws -> [UInt8] {
        let snapshot = try snapshot
        let bytes = try await feed.home(for: request, in: snapshot, note: note).bytes
        if let immediate = try feed.immediateHome(for: request, in: snapshot) { #expect(immediate.bytes == bytes) }
        if !request.explains {
            let sent = try JSONValue(parsing: bytes)
            guard case .object(var recorded)? = try recording["home"] else {
                Issue.record("the recording has no home")
                return bytes
            }
            #expect(recorded.removeValue(forKey: "explain") != nil)
            #expect(JSONValue.object(recorded) == sent)
        }
        return bytes
    }

    /// The home that was recorded last; `nil` if none was.
    var recorded: RecordedHome? { noted.recorded.withLock(\.self) }

    /// The members of the last recording.
    var recording: [String: JSONValue] {
        get throws {
            let recorded = try #require(recorded)
            var writer = JSONWriter()
            writer.object { recorded.write(into: &$0) }
            guard case .object(let members) = try JSONValue(parsing: writer.bytes) else { return [:] }
            return members
        }
    }

    private func note(_ load: SourceLoad) { noted.loads.withLock { $0.append(load) } }

    /// One widget as a client reads it, which has to keep to the contract.
    func widget(_ id: String, _ request: HomeRequest) async throws -> Document.Widget {
        try await widget(WidgetRequest(id: id), request)
    }

    func widget(_ request: WidgetRequest, _ home: HomeRequest) async throws -> Document.Widget {
        let bytes = try await feed.widget(request, for: home, in: snapshot, note: note).bytes
        try expectContract(bytes, "/home/widgets/{id}")
        return try JSONDecoder().decode(Document.Widget.self, from: Data(bytes))
    }

    /// The widget, or the page of it, that this address leads to.
    /// - Parameter shown: the `shown` token that the client appends.
    func page(at href: String, shown: String? = nil) async throws -> Document.Widget {
        let path = try #require(href.split(separator: "?").first)
        let parameters = try parameters(of: href)
        func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
        let request = WidgetRequest(
            id: String(path.split(separator: "/").last ?? ""),
            cursor: value("cursor"),
            shown: shown,
            item: value("item"),
            filter: value("filter"),
            sort: value("sort")
        )
        return try await widget(request, HomeRequest(parameters: parameters))
    }

    /// The contract of the repository has the built-in kinds alone.
    private func expectContract(_ body: [UInt8], _ path: String) throws {
        guard config.kinds == .builtIn else { return }
        let contract = try Contract.repository.get()
        let operation = try #require(contract.operation("GET", path))
        let response = try #require(contract.response(200, of: operation))
        let schema = response["content"]["application/json"]["schema"]
        let faults = try contract.faults(of: JSONValue(parsing: body), by: schema)
        #expect(faults == [], "\(faults)")
    }

    private final class Noted: Sendable {
        let loads = Mutex<[SourceLoad]>([])
        let recorded = Mutex<RecordedHome?>(nil)
        let now = Mutex<Instant>(1_700_000_000)
    }
}

/// The snapshots of a store's items, each made from the one before.
private final class FollowedCatalogue: Sendable {
    private struct State: ~Copyable {
        var builder: SnapshotBuilder
        var current: CatalogueSnapshot?
    }

    private let store: MemoryStore
    private let state: Mutex<State>

    init(_ store: MemoryStore, _ kinds: KindTable) throws {
        self.store = store
        state = Mutex(State(builder: try SnapshotBuilder(kinds: kinds, memoryLimit: 4 << 20)))
    }

    func snapshot() throws -> CatalogueSnapshot {
        try state.withLock { state in
            let changes = store.changes(since: state.current?.version.number ?? -1)
            if let current = state.current, current.version == changes.version { return current }
            for id in changes.removed { state.builder.remove(id) }
            for item in changes.changed { try state.builder.add(item.packed.bytes.span, openedBy: item.openedBy) }
            let snapshot = try state.builder.snapshot(version: changes.version)
            state.current = snapshot
            return snapshot
        }
    }
}

/// A request as an iPhone sends it.
func request(
    for user: String? = nil,
    at place: Coordinate? = nil,
    segment: String? = nil,
    on device: Device? = nil
) throws -> HomeRequest {
    HomeRequest(
        device: device ?? Device(width: 390, scale: 3),
        user: user.flatMap { UserID($0) },
        place: place,
        segment: segment
    )
}

/// A config of one segment with these widgets.
func config(_ widgets: String..., markets: String = #"{"toledo": "Toledo"}"#) -> String {
    config(widgets, markets: markets)
}

func config(_ widgets: [String], markets: String = #"{"toledo": "Toledo"}"#) -> String {
    #"""
    {"title": "Hearth", "markets": \#(markets),
     "segments": [{"id": "homes", "title": "Homes", "widgets": [\#(widgets.joined(separator: ", "))]}]}
    """#
}

/// The files of words that a config in `folder` names.
struct WordFiles {
    let folder: URL

    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// Those of the tests.
    static let fixtures = WordFiles(folder: repository.appending(path: "Tests/Fixtures"))

    static let all =
        #""localization": {"default": "en", "files": {"en": "localization/en.json", "de": "localization/de.json", "tr": "localization/tr.json", "ar": "localization/ar.json"}}"#

    func read(_ name: CheckedValue) -> [UInt8]? {
        guard let path = name.string(), let data = try? Data(contentsOf: folder.appending(path: path)) else {
            name.report("cannot be read")
            return nil
        }
        return Array(data)
    }
}
