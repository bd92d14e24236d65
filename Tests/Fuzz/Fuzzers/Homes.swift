import Catalogue

@testable import HTTPServer
@testable import HomeFeed

/// Fuzzes the query of `GET /home`: parsed, written to links, and parsed again.
enum Homes {
    static func test(_ input: [UInt8]) {
        guard let query = String(validating: input, as: UTF8.self), let request = request(query) else { return }
        let segment = request.segment ?? "homes"
        // Invalid segments are refused before links are made.
        guard Identifier.isValid(segment) else { return }
        let link = HomeLinks(request: request, segment: HomeLinks.segment(segment))
        var expected = request
        expected.segment = segment
        // Links do not keep the budget and the explanation flag.
        expected.budget = nil
        expected.explains = false
        let home = HomeLinks.start(ofSegment: segment) + link.parameters + link.choices
        let widget = link.url(HomeLinks.start(ofWidget: segment), .none)
        for href in [home, widget].map({ String(decoding: $0, as: UTF8.self) }) {
            expect(href.utf8.allSatisfy { 0x21...0x7e ~= $0 }, "\(href) fits a request line")
            let mark = href.firstIndex(of: "?") ?? href.startIndex
            let again = self.request(String(href[mark...].dropFirst()))
            expect(again == expected, "\(href) leads to \(expected), found \(again as Any)")
        }
    }

    /// The request; `nil` if the query is refused.
    private static func request(_ query: String) -> HomeRequest? {
        guard let parameters = try? QueryParameters(bytes: Array(query.utf8), range: 0..<query.utf8.count) else {
            return nil
        }
        do throws(ParameterError) {
            return try HomeRequest(Parameters(in: parameters.bytes, parameters.ranges))
        } catch {
            expect(!error.message.isEmpty && !error.parameter.isEmpty, "an error has a message and a parameter")
            return nil
        }
    }
}
