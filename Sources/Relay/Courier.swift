import Foundation
import FoundationNetworking

/// Sends requests by URLSession, as plainly as it can: no cache, no cookies, no redirects, no proxy, no credentials; and with
/// deadlines of its own, since a session's are idle times in whole seconds.
struct Courier: Sendable {
    private let session: URLSession
    private let exchanges: Exchanges
    private let timer = DispatchQueue(label: "deadlines")
    /// A task that is cancelled on the session's own queue, or on one that the session waits for, can stop it for ever.
    private let cancellations = DispatchQueue(label: "cancellations")

    /// - Parameter reply: is told once of each request what came of it, on any thread.
    init(limits: RelayLimits, reply: @escaping Exchanges.Reply) {
        // What the library beneath the session takes from there is no business of a service.
        for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            // Sound: no other thread reads the environment yet.
            unsafe unsetenv(name)
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = limits.connections
        exchanges = Exchanges(longest: limits.responseBytes, cancellations: cancellations, reply: reply)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    func send(_ message: RequestMessage) {
        guard let url = URL(string: message.request.url) else {
            return exchanges.reply(message.id, .failure(.unreachable("\(message.request.url) is no address")))
        }
        var request = URLRequest(url: url)
        request.httpMethod =
            switch message.request.method {
            case .get: "GET"
            case .put: "PUT"
            }
        for field in message.request.fields { request.setValue(field.value, forHTTPHeaderField: field.name) }
        if !message.request.body.isEmpty { request.httpBody = Data(message.request.body) }
        // Only so that nothing stays for ever: the deadline comes before.
        request.timeoutInterval = 2 + Double(message.milliseconds) / 1000
        let task = session.dataTask(with: request)
        exchanges.begin(message.id, task)
        timer.asyncAfter(deadline: .now() + .milliseconds(Int(message.milliseconds))) { [exchanges] in
            exchanges.end(task, .failure(.timedOut), cancels: true)
        }
        task.resume()
    }
}
