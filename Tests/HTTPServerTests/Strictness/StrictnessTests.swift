import Glibc
import HTTPTestClient
import SeededRandom
import Testing

@testable import HTTPServer

/// Guards the strictness of the request parser for all splits of the bytes.
@Suite(.onOwnThread, .serialized) struct `The bytes of requests` {
    @Test func `are several hundred`() {
        #expect(StrictnessTable.all.map(\.rows.count).reduce(0, +) > 700)
    }

    @Test(arguments: StrictnessTable.all)
    func `mean the same whole, byte by byte, and at every split of the first hundred`(table: StrictnessTable) {
        for (text, expected) in table.cases {
            let bytes = bytes(text)
            #expect(outcomes(of: [bytes[...]]) == expected, "\(text.debugDescription)")
            let byByte = outcomes(of: bytes.indices.map { bytes[$0...$0] })
            #expect(byByte == expected, "\(text.debugDescription), byte by byte")
            for split in bytes.indices.prefix(100) {
                let outcome = outcomes(of: [bytes[..<split], bytes[split...]])
                #expect(outcome == expected, "\(text.debugDescription), split at \(split)")
            }
        }
    }

    @Test func `mean the same in any split of any batch`() {
        var generator = SplitMix64(seed: 1)
        for round in 0..<500 {
            let (bytes, expected) = batch(using: &generator)
            let pieces = generator.pieces(of: bytes, count: .random(in: 2...12, using: &generator))
            let outcome = outcomes(of: pieces)
            #expect(outcome == expected, "round \(round): \(pieces.map { String(decoding: $0, as: UTF8.self) })")
        }
    }
}

/// Guards the same strictness over sockets.
@Suite(.onOwnThread, .serialized, .timeLimit(.minutes(15))) struct `A server's answers to the bytes of requests` {
    /// Keeps errors without bodies, because the test cannot tell answers to HEAD from others.
    private static let bodiless: @Sendable (RequestError) -> Response = { Response(status: $0.status) }

    /// The server's answers to these pieces until it closes, in the format of ``outcomes(of:limits:)``.
    private func answers(_ pieces: [ArraySlice<UInt8>], from server: Server, pause: UInt32 = 0) throws -> String {
        let client = try TestClient(port: server.port)
        for piece in pieces where !piece.isEmpty {
            // The server may have answered and closed before the last byte.
            do { try client.send(Array(piece)) } catch { break }
            if pause > 0 { usleep(pause) }
        }
        client.finishSending()
        var answers: [String] = []
        var isDone = false
        while try !isClosed(client, orReset: isDone) {
            let answer = try client.receive()
            guard answer.status != 100 else { continue }
            isDone = answer.status < 400 && answer.fields["connection"] == "close"
            answers.append(answer.fields["echo"] ?? "\(answer.status)")
            #expect(answer.fields["x-request-id"]?.isEmpty == false)
            #expect(answer.fields["date"]?.hasSuffix("GMT") == true)
        }
        return answers.joined(separator: " + ")
    }

    /// A client that sends more after its last request may see a reset; a refused client may not.
    private func isClosed(_ client: TestClient, orReset: Bool) throws -> Bool {
        do throws(TestClient.Failure) {
            return try client.isClosed()
        } catch {
            guard orReset, error.isReset else { throw error }
            return true
        }
    }

    /// The part of an outcome that a client sees: nothing of an incomplete request.
    private func visible(_ outcome: String) -> String {
        outcome == "more" ? "" : outcome.hasSuffix(" + more") ? String(outcome.dropLast(7)) : outcome
    }

    @Test(arguments: StrictnessTable.all)
    func `are those of the table, whole and byte by byte, and nothing follows a refusal`(table: StrictnessTable)
        async throws
    {
        try await withServer(Echo.router, renderError: Self.bodiless) { server in
            for (text, expected) in table.cases {
                let bytes = bytes(text)
                let whole = try answers([bytes[...]], from: server)
                #expect(whole == visible(expected), "\(text.debugDescription)")
                let byByte = try answers(bytes.indices.map { bytes[$0...$0] }, from: server)
                #expect(byByte == visible(expected), "\(text.debugDescription), byte by byte")
                // If it were not refused as a whole, the rest would be answered as another request.
                guard expected.first == "4" || expected.first == "5", expected != "404", !expected.contains("+") else {
                    continue
                }
                let smuggled = try answers([(bytes + self.smuggled)[...]], from: server)
                let isQuery = table.template.contains("?§")
                #expect(smuggled == (isQuery ? "400 + GET /smuggled" : expected), "\(text.debugDescription), and more")
            }
        }
    }

    private let smuggled = bytes("GET /smuggled HTTP/1.1↵Host: a↵↵")

    @Test func `come in order, in any split of any batch`() async throws {
        try await withServer(threads: 2, Echo.router, renderError: Self.bodiless) { server in
            var generator = SplitMix64(seed: 2)
            for round in 0..<100 {
                let (bytes, expected) = batch(using: &generator)
                let pieces = generator.pieces(of: bytes, count: .random(in: 2...6, using: &generator))
                let answers = try answers(pieces, from: server, pause: 200)
                #expect(answers == visible(expected), "round \(round)")
            }
        }
    }
}

/// A few pipelined requests, of which all but the last leave the connection open.
private func batch(using generator: inout SplitMix64) -> (bytes: [UInt8], outcome: String) {
    var cases: [(text: String, outcome: String)] = []
    for _ in 0..<Int.random(in: 1...7, using: &generator) {
        if let one = open.randomElement(using: &generator) { cases.append(one) }
    }
    if let last = all.randomElement(using: &generator) { cases.append(last) }
    let outcomes = cases.map(\.outcome).filter { !$0.isEmpty }
    return (cases.flatMap { bytes($0.text) }, outcomes.joined(separator: " + "))
}

private let all = StrictnessTable.all.flatMap(\.cases)

/// The requests that the echo answers once.
private let open = all.filter { text, outcome in
    outcome.first?.isLetter == true && outcome != "more" && !outcome.contains("+") && text.contains("HTTP/1.1")
        && !text.lowercased().contains("close")
}
