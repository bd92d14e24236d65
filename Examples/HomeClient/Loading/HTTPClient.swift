import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads documents over URLSession without its cache. Conditional requests use the ETag of the offline copy.
struct HTTPClient: Sendable {
    /// The timeout in seconds.
    static let timeout = 15.0
    /// The largest document in bytes.
    static let maximumDocumentSize = 4 << 20

    private let session: URLSession

    enum Response: Sendable {
        /// The document of the given ETag is current.
        case notModified
        case document(Data, tag: String?)
    }

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = Self.timeout
        configuration.timeoutIntervalForResource = Self.timeout
        session = URLSession(configuration: configuration)
    }

    /// - Parameter tag: the ETag of the cached document.
    func get(_ url: URL, ifNoneMatch tag: String? = nil) async throws(HomeError) -> Response {
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        let (data, response): (Data, URLResponse)
        do {
            (data, response) = try await session.data(for: request)
        } catch {
            throw .unreachable(error.localizedDescription)
        }
        guard let http = response as? HTTPURLResponse else { throw .unreadable("not HTTP: \(url)") }
        guard data.count <= Self.maximumDocumentSize else {
            throw .unreadable("\(data.count) bytes: expected at most \(Self.maximumDocumentSize)")
        }
        switch http.statusCode {
        case 200: return .document(data, tag: http.value(forHTTPHeaderField: "ETag"))
        case 304 where tag != nil: return .notModified
        default: throw Self.error(data, http)
        }
    }

    private struct ErrorBody: Decodable {
        let error: Reason

        struct Reason: Decodable { let code, message: String }
    }

    /// The error of a status other than 200. Proxies may send no code.
    private static func error(_ data: Data, _ response: HTTPURLResponse) -> HomeError {
        let reason = try? JSONDecoder().decode(ErrorBody.self, from: data).error
        return .refused(
            status: response.statusCode,
            code: reason?.code ?? "",
            message: reason?.message ?? HTTPURLResponse.localizedString(forStatusCode: response.statusCode),
            retryAfter: response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
        )
    }
}
