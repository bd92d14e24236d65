import Foundation
import HTTPTestClient
import Synchronization
import Testing

/// Clients that request homes in a loop, one connection per user.
final class PollingClients: Sendable {
    struct Report: CustomStringConvertible {
        let name: String
        var wrong: [String] = []
        var states: [String: Int] = [:]
        /// Response times in milliseconds.
        var times: [Double] = []

        var description: String {
            let sorted = times.sorted()
            func percentile(_ share: Double) -> String {
                sorted.isEmpty ? "-" : String(format: "%.1f", sorted[Int(Double(sorted.count - 1) * share)])
            }
            return "\(name): \(times.count) homes, \(wrong.count) wrong, "
                + states.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
                + "; ms: median \(percentile(0.5)), 99th percentile \(percentile(0.99)), slowest \(percentile(1))"
        }
    }

    private struct State {
        var report = Report(name: "")
        /// Each user's last recommendations.
        var seen: [Int: String] = [:]
        /// The rest of each user's first home.
        var rest: [Int: [UInt8]] = [:]
        var isOver = false
    }

    private let users: Int
    private let state = Mutex(State())
    private let threads = Mutex<ThreadGroup<Void>?>(nil)

    init(users: Int, of port: UInt16, _ query: String) {
        self.users = users
        let threads = ThreadGroup(users) { [self] user in
            // Far from the recommended items.
            let target = "/home?width=390&lat=39.47&lon=-0.38&user=u\(user)" + query
            var client = try TestClient(port: port)
            while !state.withLock({ $0.isOver }) {
                let start = ContinuousClock.now
                let answer = try client.request("GET", target)
                note(answer, to: user, after: start.duration(to: .now) / .milliseconds(1))
                if answer.fields["connection"] == "close" { client = try TestClient(port: port) }
            }
        }
        self.threads.withLock { $0 = threads }
    }

    func begin(_ name: String) {
        state.withLock {
            $0.report = Report(name: name)
            $0.seen = [:]
        }
    }

    /// Whether each user's last recommendations had one of these states; `fallback` stands for substitutes.
    func allSee(_ states: [String]) -> Bool {
        let wanted = states.joined(separator: " ")
        return state.withLock { state in
            state.seen.count == users && state.seen.values.allSatisfy { $0 == wanted }
        }
    }

    func end() -> Report {
        state.withLock { $0.report }
    }

    func stop() {
        state.withLock { $0.isOver = true }
        do {
            _ = try threads.withLock { $0 }?.results()
        } catch {
            Issue.record(error)
        }
    }

    private func note(_ answer: TestClient.Response, to user: Int, after time: Double) {
        guard answer.status == 200, let (recommendations, rest) = Self.split(answer.body),
            let widget = try? JSON(parsing: Data(recommendations)), let word = widget["state"].string
        else { return state.withLock { $0.report.wrong.append("\(answer.status): \(answer.text.prefix(200))") } }
        let seen = word + (widget["fallback"].isMissing ? "" : " fallback")
        state.withLock { state in
            state.report.times.append(time)
            state.report.states[seen, default: 0] += 1
            state.seen[user] = seen
            if let first = state.rest[user] {
                if first != rest { state.report.wrong.append("\(seen): \(Self.difference(first, rest))") }
            } else {
                state.rest[user] = rest
            }
        }
    }

    /// Describes where two bodies begin to differ.
    private static func difference(_ first: [UInt8], _ second: [UInt8]) -> String {
        let same = Array(zip(first, second).prefix { $0 == $1 }).count
        let start = max(0, same - 40)
        return [first, second].map { String(decoding: $0[start...].prefix(160), as: UTF8.self) }.joined(
            separator: " / "
        )
    }

    /// The bytes of the recommendations, and all others without what depends on them: the document's revision, height
    /// and `shown` token, and the positions of the widgets below.
    private static func split(_ body: [UInt8]) -> (recommendations: [UInt8], rest: [UInt8])? {
        let text = String(decoding: body, as: UTF8.self)
        guard let start = text.utf8.firstRange(of: #"{"id":"recommendations""#.utf8)?.lowerBound else { return nil }
        var depth = 0
        var (isText, isEscaped) = (false, false)
        let end = text.utf8[start...].firstIndex { byte in
            defer { isEscaped = isText && !isEscaped && byte == UInt8(ascii: "\\") }
            if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
            if !isText, byte == UInt8(ascii: "{") { depth += 1 }
            if !isText, byte == UInt8(ascii: "}") { depth -= 1 }
            return depth == 0
        }
        guard let end else { return nil }
        let behind = text[end...].dropFirst().replacing(/"position":\{[^}]*\},/, with: "")
            .replacing(/"shown":"[^"]+",/, with: "")
            .replacing(/"contentHeight":[0-9.]+,"revision":"[0-9a-f]{16}"\}$/, with: "")
        return (Array(text.utf8[start...end]), Array((text[..<start] + behind).utf8))
    }
}
