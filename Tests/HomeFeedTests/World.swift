import CheckedJSON
import Contract
import Foundation
import HomeDocument
import HomeFeed
import HomeLayout
import Catalogue
import Recommendations
import SQLiteStore
import Synchronization
import Testing

/// A feed over a real store in a file of its own, and what its homes look like to a client.
struct World: Sendable {
    /// The store that the feed reads, which can be told to fail.
    let store: WatchedStore
    let config: HomeConfig
    let feed: HomeFeed
    private let noted = Noted()

    /// What the feed told of loads, of all homes so far.
    var loads: [SourceLoad] { noted.loads.withLock { $0 } }
    /// The moment, in Unix seconds.
    var now: Int64 {
        get { noted.now.withLock { $0 } }
        nonmutating set { noted.now.withLock { $0 = newValue } }
    }
    /// Those that went wrong.
    var failures: [SourceLoad] { loads.filter { $0.failure != nil } }

    init(
        _ config: String,
        listings: [Listing] = [],
        products: [Product] = [],
        recommendations: (any Recommendations)? = nil,
        words: WordFiles = .fixtures
    ) async throws {
        let store = WatchedStore(try SQLiteStore(path: TemporaryFile.path(), readers: 2))
        try await self.init(config, store: store, recommendations: recommendations, words: words)
        _ = try await store.upsert(listings)
        _ = try await store.upsert(products)
    }

    /// Another feed over the same store.
    init(
        _ config: String,
        store: WatchedStore,
        recommendations: (any Recommendations)? = nil,
        sealingKey: [UInt8] = Array(repeating: 7, count: 32),
        words: WordFiles = .fixtures
    ) async throws {
        self.store = store
        // A home may take as long as it takes, where a test says nothing else: the machine may be busy with other tests.
        let budget = config.contains(#""budget""#) ? "{" : #"{"budget": {"default": 60000, "maximum": 60000}, "#
        self.config = try HomeConfig(
            JSONValue(parsing: (budget + config.drop { $0 != "{" }.dropFirst()).utf8),
            file: words.read
        )
        feed = HomeFeed(
            config: self.config,
            store: store,
            recommendations: recommendations ?? EmbeddedRecommendations(store: store),
            sealingKey: sealingKey,
            clock: { [noted] in noted.now.withLock { $0 } }
        )
    }

    /// The home as a client reads it, which has to keep to the contract.
    func home(_ request: HomeRequest) async throws -> Document {
        let bytes = try await bytes(request)
        #expect(try Contract.repository.get().faults(of: bytes, as: "Home") == [])
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

    /// The home as it is sent.
    func bytes(_ request: HomeRequest) async throws -> [UInt8] {
        var writer = JSONWriter()
        _ = try await feed.home(for: request) { load in noted.loads.withLock { $0.append(load) } }.write(into: &writer)
        return writer.bytes
    }

    /// One widget as a client reads it, which has to keep to the contract.
    func widget(_ id: String, _ request: HomeRequest) async throws -> Document.Widget {
        var writer = JSONWriter()
        _ = try await feed.widget(id, for: request) { load in noted.loads.withLock { $0.append(load) } }.write(
            into: &writer
        )
        return try Self.read(writer.bytes)
    }

    /// The page of a widget that this address leads to.
    /// - Parameter shown: the `shown` token that the client appends.
    func page(at href: String, shown: String? = nil) async throws -> Document.Widget {
        let path = try #require(href.split(separator: "?").first)
        let parameters = try parameters(of: href)
        var writer = JSONWriter()
        _ = try await feed.widget(
            String(path.split(separator: "/").last ?? ""),
            after: parameters.first { $0.name == "cursor" }?.value,
            shown: shown,
            for: HomeRequest(parameters: parameters)
        ) { load in noted.loads.withLock { $0.append(load) } }.write(into: &writer)
        return try Self.read(writer.bytes)
    }

    /// A widget alone, which has to keep to the contract.
    private static func read(_ bytes: [UInt8]) throws -> Document.Widget {
        #expect(try Contract.repository.get().faults(of: bytes, as: "WidgetAlone") == [])
        return try JSONDecoder().decode(Document.Widget.self, from: Data(bytes))
    }

    private final class Noted: Sendable {
        let loads = Mutex<[SourceLoad]>([])
        let now = Mutex<Int64>(1_700_000_000)
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
        device: try device ?? Device(width: 390, scale: 3),
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
        #""words": {"default": "en", "files": {"en": "words/en.json", "de": "words/de.json", "tr": "words/tr.json", "ar": "words/ar.json"}}"#

    func read(_ name: CheckedValue) -> [UInt8]? {
        guard let path = name.string(), let data = try? Data(contentsOf: folder.appending(path: path)) else {
            name.report("cannot be read")
            return nil
        }
        return Array(data)
    }
}

/// Files in a directory that goes when the tests end.
private enum TemporaryFile {
    private static let root: URL = {
        atexit { try? FileManager.default.removeItem(at: TemporaryFile.root) }
        return FileManager.default.temporaryDirectory.appending(path: "feeds-\(UUID())")
    }()

    static func path() throws -> String {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        return root.appending(path: "\(UUID()).sqlite").path
    }
}
