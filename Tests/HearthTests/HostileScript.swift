import Glibc
import GorseAnswers
import SeededRandom
import Synchronization

/// A recommendation service with every kind of wrong answer, and a correct one now and then.
final class HostileScript: Sendable {
    enum Response: CaseIterable {
        case good, cutAnywhere, cutAfterStatusLine, garbage, endless, slow, wrongType, tooShort, tooLong, challenge
        case redirectLoop, reset, error, nothing, damagedChunks, damagedGzip, empty, interim, headWithoutEnd
    }

    private let list: String
    private let state: Mutex<(generator: SplitMix64, answers: [Response: Int])>

    /// - Parameters:
    /// - ids: the correct answer.
    /// - seed: makes the sequence of answers reproducible.
    init(ids: [String], seed: UInt64) {
        list = GorseAnswer.scores(ids).body
        state = Mutex((SplitMix64(seed: seed), [:]))
    }

    var answers: [Response: Int] { state.withLock { $0.answers } }
    var count: Int { answers.values.reduce(0, +) }

    private func random(_ range: ClosedRange<Int>) -> Int {
        state.withLock { Int.random(in: range, using: &$0.generator) }
    }

    /// - Returns: whether the connection stays open.
    func answer(_ request: RawService.Request, on connection: RawService.Connection) -> Bool {
        let answer = state.withLock { state in
            // About every fourth answer is correct.
            let all = Response.allCases
            let place = Int.random(in: 0..<all.count * 4 / 3, using: &state.generator)
            let answer = place < all.count ? all[place] : .good
            state.answers[answer, default: 0] += 1
            return answer
        }
        let ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        let length = list.utf8.count
        let good = ok + "Content-Length: \(length)\r\n\r\n" + list
        switch answer {
        case .good:
            return connection.send(good)
        case .cutAnywhere:
            _ = connection.send(Array(good.utf8.prefix(random(0...good.utf8.count - 1))))
        case .cutAfterStatusLine:
            _ = connection.send("HTTP/1.1 200 OK\r\n")
        case .garbage:
            _ = connection.send((0..<random(1...4000)).map { _ in UInt8(random(0...255)) })
        case .endless:
            let chunk = [UInt8](repeating: UInt8(ascii: "["), count: 64 * 1024)
            guard connection.send(ok + "\r\n") else { return false }
            for _ in 0..<64 where !connection.send(chunk) { return false }
        case .slow:
            guard connection.send(ok + "Content-Length: \(length)\r\n\r\n") else { return false }
            for byte in list.utf8.prefix(20) {
                usleep(5_000)
                guard connection.send([byte]) else { return false }
            }
        case .wrongType:
            let wrong = ["{}", "1", "\"id\"", "[1,2]", "[{\"id\":\"x\"}]", "[[[]]]", "true", "nul", "[\"a\",]", ""]
            let text = wrong[random(0...wrong.count - 1)]
            return connection.send(ok + "Content-Length: \(text.utf8.count)\r\n\r\n" + text)
        case .tooShort:
            _ = connection.send(ok + "Content-Length: \(length + random(1...1000))\r\n\r\n" + list)
        case .tooLong:
            _ = connection.send(ok + "Content-Length: \(random(0...10))\r\n\r\n" + list)
        case .challenge:
            return connection.send(
                "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno"
            )
        case .redirectLoop:
            return connection.send(
                "HTTP/1.1 302 Found\r\nLocation: \(request.target)\r\nContent-Length: 0\r\n\r\n"
            )
        case .reset:
            _ = connection.send(ok)
            connection.reset()
        case .error:
            let code = [400, 403, 404, 429, 500, 503, 599][random(0...6)]
            return connection.send(
                "HTTP/1.1 \(code) Wrong\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nwrong"
            )
        case .nothing:
            break
        case .damagedChunks:
            _ = connection.send(ok + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n[\"a\"\r\nzz\r\n")
        case .damagedGzip:
            return connection.send(ok + "Content-Encoding: gzip\r\nContent-Length: \(length)\r\n\r\n" + list)
        case .empty:
            return connection.send("HTTP/1.1 204 No Content\r\n\r\n")
        case .interim:
            return connection.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n" + good)
        case .headWithoutEnd:
            for _ in 0..<100 where !connection.send("X-Field: \(String(repeating: "x", count: 4000))\r\n") {
                return false
            }
        }
        return false
    }
}
