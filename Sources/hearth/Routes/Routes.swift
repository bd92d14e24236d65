import Bytes
import Catalogue
import EventLoop
import Glibc
import HTTPServer
import HomeFeed
import Localization
import Observability

/// The routes for clients: homes and user records.
final class Routes: Sendable {
    let feed: HomeFeed
    let users: UserCache
    let store: any CatalogueStore
    private let catalogue: SnapshotUpdater
    private let access: Authorization
    let eventsReader: EventsReader
    let recorder: Recorder?
    let telemetry: Telemetry

    /// The expected size of a home, in bytes, to avoid reallocations.
    private static let documentCapacity = 64 * 1024

    private static let variesByLanguage = ["Accept-Language"]

    /// - Parameter recorder: `nil` if no home is recorded.
    init(
        feed: HomeFeed,
        store: OpenStore,
        catalogue: SnapshotUpdater,
        access: Authorization,
        eventsReader: EventsReader,
        recorder: Recorder?,
        telemetry: Telemetry
    ) {
        self.feed = feed
        self.store = store.store
        users = store.users
        self.catalogue = catalogue
        self.access = access
        self.eventsReader = eventsReader
        self.recorder = recorder
        self.telemetry = telemetry
    }

    func later(_ handler: @escaping @Sendable (Request) async throws -> Response) -> HandlerResult {
        .later { await self.answer($0, handler) }
    }

    private func answer(_ request: Request, _ handler: (Request) async throws -> Response) async -> Response {
        do {
            return try await handler(request)
        } catch {
            return response(to: ErrorResponse(error), request)
        }
    }

    private func response(to error: ErrorResponse, _ request: Request) -> Response {
        if let reason = error.internalError { telemetry.record(internalError: reason, in: request) }
        return error.response
    }

    /// Answers synchronously if the home needs no I/O.
    func home(_ request: Request) -> HandlerResult {
        do {
            let (wanted, varies) = try homeRequest(request)
            var timing = ServerTiming()
            let home = try feed.immediateHome(for: wanted, in: snapshot) {
                record($0, &timing)
            } memory: {
                memory(request)
            }
            if let home { return .now(response(home, to: request, varies, timing)) }
            return .later { request in await self.answer(request) { try await self.home($0, wanted, varies) } }
        } catch {
            return .now(response(to: ErrorResponse(error), request))
        }
    }

    private func home(_ request: Request, _ wanted: HomeRequest, _ varies: [String]) async throws -> Response {
        var timing = ServerTiming()
        let home = try await feed.home(for: wanted, in: snapshot) {
            record($0, &timing)
        } memory: {
            memory(request)
        }
        return response(home, to: request, varies, timing)
    }

    func knownHome(_ request: Request) async throws -> Response {
        var (wanted, varies) = try homeRequest(request)
        wanted.known = try KnownWidgets(body: request.body)
        return try await home(request, wanted, varies)
    }

    var snapshot: CatalogueSnapshot {
        guard let snapshot = catalogue.current else { preconditionFailure("routes exist only for a loaded catalogue") }
        return snapshot
    }

    func widget(_ request: Request) async throws -> Response {
        let (wanted, varies) = try homeRequest(request)
        let query = try request.query
        let widgetRequest = WidgetRequest(id: request.parameter("id")) { query[$0] }
        var timing = ServerTiming()
        let widget = try await feed.widget(widgetRequest, for: wanted, in: snapshot) {
            record($0, &timing)
        } memory: {
            memory(request)
        }
        return response(widget, to: request, varies, timing)
    }

    private func homeRequest(_ request: Request) throws -> (wanted: HomeRequest, varies: [String]) {
        let principal = try access.principal(of: request)
        let query = try request.query
        var wanted = try HomeRequest(Parameters(in: query.bytes, query.ranges))
        wanted.user = try Authorization.user(wanted.user, for: principal)
        if wanted.explains && !feed.config.explains { throw ErrorResponse.explainForbidden }
        let languages = feed.config.languages
        if let locale = wanted.locale, languages.localizer(for: locale) != nil { return (wanted, []) }
        wanted.locale = request.field("accept-language").flatMap { languages.localizer(accepting: $0) }?.locale
        return (wanted, Self.variesByLanguage)
    }

    private func record(_ load: SourceLoad, _ timing: inout ServerTiming) {
        telemetry.record(load)
        timing.add(load.widget ?? load.source, nanoseconds: load.duration.nanoseconds)
    }

    /// - Throws: ``ErrorResponse`` if the principal is another user than that in the path.
    func user(of request: Request) throws -> UserID {
        let principal = try access.principal(of: request)
        let user = try UserID(parameter: request.parameter("user"))
        _ = try Authorization.user(user, for: principal)
        return user
    }

    private func memory(_ request: Request) -> [UInt8] { request.makeBody(capacity: Self.documentCapacity) }

    private func response(
        _ document: HomeDocument,
        to request: Request,
        _ varies: [String],
        _ timing: ServerTiming
    ) -> Response {
        let isStored = document.explanation == nil && request.method != .post
        let language = Response.Field("Content-Language", document.localizer.language.description)
        return Response(
            contentType: "application/json",
            entityTag: isStored ? EntityTag(document.revision.rawValue) : nil,
            cacheControl: isStored ? .revalidated : .unstored,
            varies: varies,
            fields: timing.field.map { [language, $0] } ?? [language],
            body: document.bytes
        )
    }
}
