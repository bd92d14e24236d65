import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Gets documents over URLSession, without its cache: conditional requests are made here, with the tag of the offline copy.
struct HTTPClient: Sendable {
    /// How long an answer may take, in seconds.
    static let timeout = 15.0
    /// How long a document may be, in bytes.
    static let longestDocument = 4 << 20

    private let session: URLSession

    enum Answer: Sendable {
        /// What the client has is what there is.
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

    /// - Parameter tag: the ETag of the document that the client has.
    func get(_ url: URL, ifNoneMatch tag: String? = nil) async throws(HomeError) -> Answer {
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        let (data, response): (Data, URLResponse)
        do {
            (data, response) = try await session.data(for: request)
        } catch {
            throw .unreachable(error.localizedDescription)
        }
        guard let http = response as? HTTPURLResponse else { throw .unreadable("no HTTP: \(url)") }
        guard data.count <= Self.longestDocument else {
            throw .unreadable("\(data.count) bytes: expected at most \(Self.longestDocument)")
        }
        switch http.statusCode {
        case 200: return .document(data, tag: http.value(forHTTPHeaderField: "ETag"))
        case 304 where tag != nil: return .notModified
        default: throw Self.refusal(data, http)
        }
    }

    private struct Refusal: Decodable {
        let error: Reason

        struct Reason: Decodable { let code, message: String }
    }

    /// What a status says that is not 200. What stands between may answer without a code.
    private static func refusal(_ data: Data, _ response: HTTPURLResponse) -> HomeError {
        let reason = try? JSONDecoder().decode(Refusal.self, from: data).error
        return .refused(
            status: response.statusCode,
            code: reason?.code ?? "",
            message: reason?.message ?? HTTPURLResponse.localizedString(forStatusCode: response.statusCode),
            retryAfter: response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
        )
    }
}
