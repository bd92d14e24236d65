import Glibc
import HomeDocument
import HomeFeed
import Catalogue

/// `hearth home --width 390 --user u1`
enum HomeCommand: Command {
    static let name = "home"
    static let summary = "Prints the home that the server would send."
    static let flags = requestFlags + [.store, .config, .maxCatalogueMemory] + RecommenderFlags.flags

    /// The flags that are parameters of the request.
    private static let requestFlags =
        Flag.device + [
            Flag("user", "ID", "whose home it is"),
            Flag("lat", "DEGREES", "where the phone is, with --lon"),
            Flag("lon", "DEGREES", "where the phone is, with --lat"),
            Flag("segment", "ID", "the segment to load; the first where none is given"),
            Flag("platform", "WORD", "what the client runs on, such as ios"),
            Flag("app-version", "N.N", "the version of the client's app"),
            Flag("layouts", "NAMES", "the layouts that the client can draw, between commas; all where none is given"),
            Flag("schema", "N", "the version of the document whose layouts the client can draw, in place of --layouts"),
            Flag("locale", "TAG", "the language, and the region of forms and units; the config's where none is given"),
            Flag("explain", "", "prints why it is as it is, in place of the home"),
        ]

    static func run(_ arguments: Arguments) async throws {
        let request: HomeRequest
        do {
            request = try HomeRequest(parameters: arguments.parameters(requestFlags))
        } catch {
            throw UsageError(error.message)
        }
        let flags = try RecommenderFlags(arguments)
        let config = try ConfigFile(try arguments.required("config"), flags)
        let store = try StoreLocation(try arguments.required("store")).openExisting(readers: 1)
        let recommender = try Recommender(
            config.recommender,
            store: store,
            observer: Uncounted(),
            note: { _ in }
        )
        defer { recommender.close() }
        let signingKey: [UInt8]
        do throws(StoreError) {
            signingKey = try await store.signingKey()
        } catch {
            throw Failure("the store did not answer: \(error.explanation)")
        }
        let snapshot = try await snapshot(
            of: store,
            config.home.kinds,
            try arguments.integer(Flag.maxCatalogueMemory.name)
        )
        let feed = HomeFeed(
            config: config.home,
            users: UserCache(of: store),
            recommendations: recommender.service,
            cards: CardCache(),
            signingKey: signingKey,
            clock: { Int64(time(nil)) }
        )
        let home: Home
        do {
            home = try await feed.home(for: request, in: snapshot, note: Notice.failure)
        } catch {
            switch error {
            case .parameter(let error): throw UsageError(error.message)
            case .store(let error): throw Failure("the store did not answer: \(error.explanation)")
            case .unknownWidget(let id): throw Failure("there is no widget \"\(id)\"")
            case .cursor: throw Failure("the cursor is of no use")
            case .shown: throw Failure("the shown token is of no use")
            case .essential(let widget): throw Failure("the essential widget \"\(widget)\" could not be loaded")
            case .defect(let defect): throw Failure("a mistake of the program: \(defect)")
            }
        }
        if let explanation = home.explanation { return try Output.line(explanation.table) }
        var writer = JSONWriter()
        _ = home.write(into: &writer)
        try Output.line(writer.bytes)
    }

    /// The catalogue of a store.
    private static func snapshot(
        of store: any CatalogueStore,
        _ kinds: KindTable,
        _ limit: Int
    ) async throws(Failure) -> CatalogueSnapshot {
        do throws(CatalogueLoadError) {
            var builder: SnapshotBuilder
            do { builder = try SnapshotBuilder(kinds: kinds, memoryLimit: limit) } catch { throw .memory(error) }
            return try await builder.load(from: store)
        } catch {
            switch error {
            case .store(let error): throw Failure("the store did not answer: \(error.explanation)")
            case .memory(let error): throw Failure("the catalogue cannot be loaded: \(error.explanation)")
            }
        }
    }
}
