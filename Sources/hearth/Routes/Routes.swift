import HTTPServer
import HomeDocument
import HomeFeed
import PropertyStore
import Revisions

/// What the server answers.
struct Routes: Sendable {
    let feed: HomeFeed
    let store: any PropertyStore

    /// How large a home is expected to be, in bytes, so that writing one does not have to move it.
    private static let documentCapacity = 48 * 1024

    /// The requests and who answers them.
    var router: Router {
        var router = Router()
        router.on(.get, "/home") { await answer($0, home) }
        router.on(.get, "/home/widgets/{id}") { await answer($0, widget) }
        router.on(.post, "/users/{user}/searches", requiresBody: true) { await answer($0, recordSearch) }
        router.on(.post, "/users/{user}/opened", requiresBody: true) { await answer($0, recordOpened) }
        router.on(.delete, "/users/{user}") { await answer($0, forget) }
        return router
    }

    /// The one place where errors become answers.
    private func answer(
        _ request: Request,
        _ handler: (Request) async throws(ErrorAnswer) -> Response
    ) async -> Response {
        do {
            return try await handler(request)
        } catch {
            return error.response
        }
    }

    private func home(_ request: Request) async throws(ErrorAnswer) -> Response {
        let wanted = try homeRequest(request)
        let home: Home
        do {
            home = try await feed.home(for: wanted, note: Log.failure)
        } catch {
            throw ErrorAnswer(error)
        }
        return json { home.write(into: &$0) }
    }

    private func widget(_ request: Request) async throws(ErrorAnswer) -> Response {
        let wanted = try homeRequest(request)
        let widget: Widget
        do {
            widget = try await feed.widget(request.parameter("id"), for: wanted, note: Log.failure)
        } catch {
            throw ErrorAnswer(error)
        }
        return json { widget.write(into: &$0) }
    }

    private func recordSearch(_ request: Request) async throws(ErrorAnswer) -> Response {
        let user = try user(of: request)
        let criteria: SearchCriteria
        do {
            criteria = try SearchCriteria(body: request.body)
        } catch {
            throw ErrorAnswer(error)
        }
        do {
            try await store.record(criteria, by: user)
        } catch {
            throw ErrorAnswer(error)
        }
        return Response(status: .created)
    }

    private func recordOpened(_ request: Request) async throws(ErrorAnswer) -> Response {
        let user = try user(of: request)
        let opened: OpenedBody
        do {
            opened = try OpenedBody(body: request.body)
        } catch {
            throw ErrorAnswer(error)
        }
        do {
            try await store.recordOpened(opened.items, by: user)
        } catch {
            throw ErrorAnswer(error)
        }
        return Response(status: .ok)
    }

    private func forget(_ request: Request) async throws(ErrorAnswer) -> Response {
        let user = try user(of: request)
        do {
            try await store.forget(user)
        } catch {
            throw ErrorAnswer(error)
        }
        return Response(status: .noContent)
    }

    private func homeRequest(_ request: Request) throws(ErrorAnswer) -> HomeRequest {
        let parameters: [QueryParameter]
        do {
            parameters = try request.query.decoded()
        } catch {
            throw ErrorAnswer(error)
        }
        do {
            return try HomeRequest(parameters: parameters.lazy.map { ($0.name, $0.value) })
        } catch {
            throw ErrorAnswer(error)
        }
    }

    private func user(of request: Request) throws(ErrorAnswer) -> UserID {
        do {
            return try UserID(parameter: request.parameter("user"))
        } catch {
            throw ErrorAnswer(error)
        }
    }

    private func json(_ write: (inout JSONWriter) -> Revision) -> Response {
        var writer = JSONWriter(capacity: Self.documentCapacity)
        let revision = write(&writer)
        return Response(
            contentType: "application/json",
            entityTag: EntityTag("\(revision)"),
            cacheControl: .revalidated,
            body: writer.bytes
        )
    }
}
