import Foundation

/// Sends requests. Wrap one to add headers, such as `Authorization`.
public protocol Transport: Sendable {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

public struct HTTPRequest: Sendable {
    public var method = "GET"
    public var url: URL
    public var headers: [String: String] = [:]
    public var body: Data?
}

public struct HTTPResponse: Sendable {
    public let status: Int, body: Data
    private let headers: [String: String]

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        (self.status, self.body) = (status, body)
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { first, _ in first }
    }

    public subscript(header: String) -> String? { headers[header.lowercased()] }
}
