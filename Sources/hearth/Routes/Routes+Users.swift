import Catalogue
import HTTPServer
import HomeFeed

extension Routes {
    func recordSearch(_ request: Request) async throws -> Response {
        let user = try user(of: request)
        let search = try UserSearch(body: request.body, kinds: feed.config.kinds)
        if let market = search.filter.market, !feed.hasMarket(market, in: snapshot) {
            throw ErrorResponse(.unknownMarket, "There is no market \"\(market)\"; the search was not recorded.")
        }
        let now = Instant.now()
        _ = try await users.append(EventBatch([.searched(search)], at: now), by: user, at: now)
        return Response(status: .noContent)
    }

    func recordEvents(_ request: Request) async throws -> Response {
        let user = try user(of: request)
        let now = Instant.now()
        let body = try await eventsReader.read(request.body, of: feed, in: snapshot, at: now)
        return try await record(body, by: user, at: now)
    }

    func recordOpened(_ request: Request) async throws -> Response {
        let user = try user(of: request)
        let now = Instant.now()
        let body = try EventsBody(opened: request.body, of: feed, in: snapshot, at: now)
        return try await record(body, by: user, at: now)
    }

    private func record(_ body: EventsBody, by user: UserID, at now: Instant) async throws -> Response {
        let outcome: BatchOutcome? =
            body.batch.events.isEmpty ? nil : try await users.append(body.batch, by: user, at: now)
        let refused = outcome.map { body.refused(with: $0) } ?? body.refused
        let accepted = outcome.map { $0.isRepeated ? 0 : body.batch.events.count - $0.unknownItems.count } ?? 0
        telemetry.record(events: body.batch.events, outcome, refused)
        return .json {
            $0.member("accepted", accepted)
            if outcome?.isRepeated == true { $0.member("repeated", true) }
            $0.objects("refused", refused) { object, event in
                object.member("index", event.index)
                object.member("code", event.reason.code.rawValue)
                object.member("message", event.reason.message)
            }
            let refusedIndices = Set(refused.map(\.index))
            let untracked = accepted == 0 ? [] : body.untracked.filter { !refusedIndices.contains($0) }
            if !untracked.isEmpty { $0.array("untracked") { for index in untracked { $0.element(Double(index)) } } }
        }
    }

    func arrangeWidgets(_ request: Request) async throws -> Response {
        let user = try user(of: request)
        let action = try UserAction(arrangement: request.body, of: feed)
        let now = Instant.now()
        _ = try await users.append(EventBatch([action], at: now), by: user, at: now)
        return Response(status: .noContent)
    }

    func exportUser(_ request: Request) async throws -> Response {
        let user = try user(of: request)
        let export = try await telemetry.measure(.readUser) { () throws(StoreError) in
            let state = try await store.state(of: user)
            let events = try await store.lastEvents(of: user, limit: UserExport.eventLimit + 1)
            return UserExport(user: user, state: state, events: events)
        }
        return .json(.ok, export.write)
    }

    func forget(_ request: Request) async throws -> Response {
        let user = try user(of: request)
        try await users.forget(user)
        try await recorder?.erase(user)
        return Response(status: .noContent)
    }
}
