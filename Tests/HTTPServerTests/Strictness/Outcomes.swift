import Glibc
import SeededRandom

@testable import HTTPServer

/// The outcome of a reader and a router for bytes in these pieces: for each request its echo or the status of its
/// refusal, separated by ` + `; `more` if the last request is incomplete.
func outcomes(of pieces: [ArraySlice<UInt8>], limits: ServerLimits = ServerLimits()) -> String {
    var ends: [Int32] = [0, 0]
    // Sound: pipe writes two descriptors into the array.
    guard unsafe pipe(&ends) == 0 else { return "no pipe" }
    defer { for end in ends { close(end) } }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)

    let router = Echo.router
    let reader = RequestReader(bodies: BodyPool())
    var routing: Result<Router.Route, RequestError>?
    var outcomes: [String] = []

    /// Continues as the server does; after a request that closes the connection nothing follows.
    func advance() throws(RequestError) -> Bool {
        while true {
            switch try reader.advance(limits: limits) {
            case .needsMore:
                return true
            case .head:
                routing = Result { () throws(RequestError) in try router.route(of: reader) }
            case .complete:
                switch routing {
                case .success:
                    outcomes.append(Echo.seen(of: Request(reader: reader)) ?? "400")
                case .failure(let error) where error.losesFraming:
                    throw error
                case .failure(let error):
                    outcomes.append("\(error.status.rawValue)")
                case nil:
                    outcomes.append("a request without a head")
                }
                guard reader.head.isPersistent else { return false }
                reader.consume()
            }
        }
    }

    do throws(RequestError) {
        for piece in pieces {
            var rest = piece
            while !rest.isEmpty {
                // Sound: write reads the count of the slice.
                let written = unsafe rest.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, min($0.count, 4096)) }
                rest = rest.dropFirst(written)
                while case .bytes = reader.fill(from: ends[0]) {
                    guard try advance() else { return outcomes.joined(separator: " + ") }
                }
            }
        }
    } catch {
        outcomes.append("\(error.status.rawValue)")
        return outcomes.joined(separator: " + ")
    }
    if reader.hasBegun { outcomes.append("more") }
    return outcomes.joined(separator: " + ")
}

/// The bytes of requests, written with `↵` for CRLF.
func bytes(_ text: String) -> [UInt8] {
    Array(text.split(separator: "↵", omittingEmptySubsequences: false).joined(separator: "\r\n").utf8)
}

extension SplitMix64 {
    /// Splits the bytes into this number of pieces of random lengths.
    mutating func pieces(of bytes: [UInt8], count: Int) -> [ArraySlice<UInt8>] {
        let cuts = (1..<count).map { _ in Int.random(in: 0...bytes.count, using: &self) }.sorted()
        return zip([0] + cuts, cuts + [bytes.count]).map { bytes[$0..<$1] }
    }
}
