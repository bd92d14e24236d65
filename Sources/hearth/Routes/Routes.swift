import Glibc
import HTTPServer
import HomeDocument
import HomeFeed
import Catalogue
import Revisions
import Telemetry
import Words

/// What the server answers to those who want homes.
final class Routes: Sendable {
    private let feed: HomeFeed
    private let users: UserCache
    private let catalogue: SnapshotUpdater
    private let access: Access
    private let instruments: Instruments
    private let acceptedLanguages: AcceptedLanguages

    /// How large a home is expected to be, in bytes, so that writing one does not have to move it.
    private static let documentCapacity = 48 * 1024

    /// What the answer to a request without a locale depends on.
    private static let variesByLanguage = ["Accept-Language"]

    /// The paths that are answered, as patterns.
    static let patterns = [
        "/home", "/home/widgets/{id}", "/users/{user}/searches", "/users/{user}/opened", "/users/{user}",
    ]

    /// - Parameter catalogue: has the snapshot that each request is answered from.
    init(feed: HomeFeed, users: UserCache, catalogue: SnapshotUpdater, access: Access, instruments: Instruments) {
        self.feed = feed
        self.users = users
        self.catalogue = catalogue
        self.access = access
        self.instruments = instruments
        acceptedLanguages = AcceptedLanguages(feed.languages)
    }

    /// Adds the requests.
    /// - Parameters:
    ///   - routes: what answers them; `nil` before there is a catalogue.
    ///   - unavailability: the answer to all of them until then.
    static func add(
        _ routes: Routes?,
        to router: inout Router,
        unavailability: @escaping @Sendable () -> ErrorAnswer
    ) {
        func on(
            _ method: Method,
            _ pattern: String,
            requiresBody: Bool = false,
            _ handler: @escaping @Sendable (Routes, Request) -> Answer
        ) {
            router.on(method, pattern, requiresBody: requiresBody) { (request: Request) -> Answer in
                guard let routes else { return .now(unavailability().response) }
                return handler(routes, request)
            }
        }
        on(.get, patterns[0]) { $0.home($1) }
        on(.get, patterns[1]) { routes, _ in .later { await routes.answer($0, routes.widget) } }
        on(.post, patterns[2], requiresBody: true) { routes, _ in
            .later { await routes.answer($0, routes.recordSearch) }
        }
        on(.post, patterns[3], requiresBody: true) { routes, _ in
            .later { await routes.answer($0, routes.recordOpened) }
        }
        on(.delete, patterns[4]) { routes, _ in .later { await routes.answer($0, routes.forget) } }
    }

    /// The one place where errors become answers.
    private func answer(
        _ request: Request,
        _ handler: (Request) async throws(ErrorAnswer) -> Response
    ) async -> Response {
        do {
            return try await handler(request)
        } catch {
            return response(to: error, request)
        }
    }

    private func response(to error: ErrorAnswer, _ request: Request) -> Response {
        if let mistake = error.mistake { instruments.note(mistake: mistake, in: request) }
        return error.response
    }

    /// The home at once, where nothing has to be waited for.
    private func home(_ request: Request) -> Answer {
        do throws(ErrorAnswer) {
            let (wanted, varies) = try homeRequest(request)
            if let response = try immediateHome(request, wanted, varies) { return .now(response) }
            return .later { request in
                await self.answer(request) { request throws(ErrorAnswer) in
                    try await self.home(request, wanted, varies)
                }
            }
        } catch {
            return .now(response(to: error, request))
        }
    }

    /// The snapshot for one request. No event loop keeps it any longer.
    private func snapshot() throws(ErrorAnswer) -> CatalogueSnapshot {
        // Not reached: routes are made of a catalogue that is loaded.
        guard let snapshot = catalogue.current else { throw .catalogueLoading }
        return snapshot
    }

    private func immediateHome(
        _ request: Request,
        _ wanted: HomeRequest,
        _ varies: [String]
    ) throws(ErrorAnswer) -> Response? {
        let snapshot = try snapshot()
        var timing = ServerTiming()
        do {
            guard let home = try feed.immediateHome(for: wanted, in: snapshot, note: { note($0, &timing) }) else {
                return nil
            }
            return json(request, home, varies, timing)
        } catch {
            throw ErrorAnswer(error)
        }
    }

    private func home(
        _ request: Request,
        _ wanted: HomeRequest,
        _ varies: [String]
    ) async throws(ErrorAnswer) -> Response {
        let snapshot = try snapshot()
        var timing = ServerTiming()
        do {
            let home = try await feed.home(for: wanted, in: snapshot) { note($0, &timing) }
            return json(request, home, varies, timing)
        } catch {
            throw ErrorAnswer(error)
        }
    }

    private func json(_ request: Request, _ home: Home, _ varies: [String], _ timing: ServerTiming) -> Response {
        json(request, home.words, varies, timing, isStored: home.explanation == nil) { home.write(into: &$0) }
    }

    private func widget(_ request: Request) async throws(ErrorAnswer) -> Response {
        let (wanted, varies) = try homeRequest(request)
        let query = try query(of: request)
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        let widgetRequest = WidgetRequest(
            id: request.parameter("id"),
            cursor: value("cursor"),
            shown: value("shown"),
            item: value("item"),
            filter: value("filter"),
            sort: value("sort")
        )
        let snapshot = try snapshot()
        let widget: Widget
        var timing = ServerTiming()
        do {
            widget = try await feed.widget(widgetRequest, for: wanted, in: snapshot) { note($0, &timing) }
        } catch {
            throw ErrorAnswer(error)
        }
        return json(request, widget.words, varies, timing, isStored: widget.explanation == nil) {
            widget.write(into: &$0)
        }
    }

    private func recordSearch(_ request: Request) async throws(ErrorAnswer) -> Response {
        let user = try user(of: request)
        let search: UserSearch
        do {
            search = try UserSearch(body: request.body, kinds: feed.kinds)
        } catch {
            throw ErrorAnswer(error)
        }
        if let market = search.filter.market, !feed.hasMarket(market, in: try snapshot()) {
            throw ErrorAnswer(.unknownMarket, message: "There is no market \"\(market)\"; the search was not recorded.")
        }
        try await append([.searched(search)], by: user)
        return Response(status: .created)
    }

    private func recordOpened(_ request: Request) async throws(ErrorAnswer) -> Response {
        let user = try user(of: request)
        let opened: OpenedBody
        do {
            opened = try OpenedBody(body: request.body, kinds: feed.kinds)
        } catch {
            throw ErrorAnswer(error)
        }
        try await append(opened.items.map { .opened($0) }, by: user)
        return Response(status: .ok)
    }

    private func append(_ actions: [UserAction], by user: UserID) async throws(ErrorAnswer) {
        do {
            try await users.append(actions, by: user, at: Int64(time(nil)))
        } catch {
            throw ErrorAnswer(error)
        }
    }

    private func forget(_ request: Request) async throws(ErrorAnswer) -> Response {
        let user = try user(of: request)
        do {
            try await users.forget(user)
        } catch {
            throw ErrorAnswer(error)
        }
        return Response(status: .noContent)
    }

    /// What is asked for, and the fields of the request that had a say in it.
    private func homeRequest(_ request: Request) throws(ErrorAnswer) -> (wanted: HomeRequest, varies: [String]) {
        let asker = try access.asker(of: request)
        let query = try query(of: request)
        var parameters = Parameters(in: query.bytes)
        query.forEachPlace { parameters.note(name: $0, value: $1) }
        var wanted: HomeRequest
        do {
            wanted = try HomeRequest(parameters)
        } catch {
            throw ErrorAnswer(error)
        }
        wanted.user = try asker.user(wanted.user)
        if wanted.explains && !feed.explains { throw .unexplained }
        if let locale = wanted.locale, feed.languages.wording(for: locale) != nil { return (wanted, []) }
        wanted.locale = request.field("accept-language").flatMap(acceptedLanguages.wording)?.locale
        return (wanted, Self.variesByLanguage)
    }

    private func query(of request: Request) throws(ErrorAnswer) -> QueryParameters {
        do {
            return try request.query
        } catch {
            throw ErrorAnswer(error)
        }
    }

    private func note(_ load: SourceLoad, _ timing: inout ServerTiming) {
        instruments.note(load)
        timing.add(load.widget ?? load.source, nanoseconds: load.nanoseconds)
    }

    private func user(of request: Request) throws(ErrorAnswer) -> UserID {
        let asker = try access.asker(of: request)
        let user: UserID
        do {
            user = try UserID(parameter: request.parameter("user"))
        } catch {
            throw ErrorAnswer(error)
        }
        _ = try asker.user(user)
        return user
    }

    private func json(
        _ request: Request,
        _ words: Wording,
        _ varies: [String],
        _ timing: ServerTiming,
        isStored: Bool = true,
        _ write: (inout JSONWriter) -> Revision
    ) -> Response {
        var writer = JSONWriter(memory: request.memory(capacity: Self.documentCapacity))
        let revision = write(&writer)
        return Response(
            contentType: "application/json",
            entityTag: isStored ? EntityTag(revision.rawValue) : nil,
            cacheControl: isStored ? .revalidated : .unstored,
            varies: varies,
            fields: [.init("Content-Language", words.language.description)]
                + (timing.field.map { [$0] } ?? []),
            body: writer.finish()
        )
    }
}
