import Testing

/// Guards `hearth probe`, the health check of containers.
@Suite(.timeLimit(.minutes(15))) struct `A probe` {
    @Test func `exits with 0 if a server answers, and with 1 if none does`() throws {
        let port = try withFixtureServer { server in
            let ended = try hearth("probe", "--port", "\(server.port)")
            #expect(ended.status == 0 && ended.errors.isEmpty)
            return server.port
        }
        let ended = try hearth("probe", "--port", "\(port)")
        #expect(ended.status == 1)
        #expect(ended.errors.contains("port \(port)"))
    }

    @Test func `accepts no other answer`() throws {
        let service = try RawService(threads: 1) { _, connection in connection.answer(503, "{}") }
        let ended = try hearth("probe", "--port", "\(service.port)")
        #expect(ended.status == 1 && ended.errors.contains("503"))
    }
}
