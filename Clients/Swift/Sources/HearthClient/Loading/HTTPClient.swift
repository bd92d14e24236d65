import Foundation

/// When a request is sent again: at the time that the server names, else after a random time that doubles.
public struct RetryPolicy: Sendable {
    public var attempts = 3
    /// In seconds. An error with a later time is thrown at once.
    public var baseDelay = 0.5, maximumDelay = 30.0
    public var now: @Sendable () -> Date = { Date() }
    /// A `Duration` has room for 10²⁰ seconds.
    public var sleep: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds(min($0, 1e9))) }
    /// From 0 to 1.
    public var random: @Sendable () -> Double = { .random(in: 0...1) }

    public init() {}

    /// The time to wait after attempt number `attempt`, from 1, has failed; `nil` to give up.
    func delay(after error: HomeError, attempt: Int) -> Double? {
        guard attempt < attempts, error.isTemporary else { return nil }
        if let seconds = error.retryAfter { return seconds <= maximumDelay ? seconds : nil }
        return min(maximumDelay, baseDelay * Double(1 << min(attempt - 1, 32))) * (0.5 + random() / 2)
    }
}

/// Sends requests until there is a response that is no temporary error.
struct HTTPClient: Sendable {
    let transport: any Transport
    let retry: RetryPolicy

    static let maximumSize = 4 << 20

    /// Returns a 2xx or a 304.
    func send(_ request: HTTPRequest, attempt: Int = 1) async throws(HomeError) -> HTTPResponse {
        do throws(HomeError) {
            return try await sendOnce(request)
        } catch {
            guard let delay = retry.delay(after: error, attempt: attempt) else { throw error }
            try await sleep(delay)
            return try await send(request, attempt: attempt + 1)
        }
    }

    func sleep(_ seconds: Double) async throws(HomeError) {
        do { try await retry.sleep(seconds) } catch { throw .cancelled }
    }

    private func sendOnce(_ request: HTTPRequest) async throws(HomeError) -> HTTPResponse {
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw error is CancellationError ? .cancelled : .unreachable("\(error)")
        }
        guard response.body.count <= Self.maximumSize else { throw .unreadable("\(response.body.count) bytes") }
        if (200..<300).contains(response.status) || response.status == 304 { return response }
        let error = try? JSONDecoder().decode([String: LoadError].self, from: response.body)["error"]
        let retryAfter = response["Retry-After"].flatMap(Double.init).flatMap { $0.isNaN ? nil : $0 }
        throw .refused(
            status: response.status,
            code: error?.code ?? "",
            message: error?.message ?? "",
            retryAfter: retryAfter ?? error?.retryAfter
        )
    }
}
