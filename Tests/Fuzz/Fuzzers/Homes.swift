import HTTPServer
import Catalogue

@testable import HomeFeed

/// The query of `GET /home`: what is read of it stands in links, and is read again from there.
enum Homes {
    static func test(_ input: [UInt8]) {
        guard let query = String(validating: input, as: UTF8.self), let request = request(query) else { return }
        let segment = request.segment ?? "homes"
        // What no config names is refused before there are links.
        guard Identifier.isValid(segment) else { return }
        let link = HomeLinks(request: request)
        var expected = request
        expected.segment = segment
        // How long a home may take, and whether it is explained, is each request's own.
        expected.budget = nil
        expected.explains = false
        for href in [link.href(segment: segment), link.href(widget: segment, in: segment, .none)] {
            expect(href.utf8.allSatisfy { 0x21...0x7e ~= $0 }, "\(href) may stand in a request line")
            let mark = href.firstIndex(of: "?") ?? href.startIndex
            let again = self.request(String(href[mark...].dropFirst()))
            expect(again == expected, "\(href) leads to \(expected), found \(again as Any)")
        }
    }

    /// The request, where there is one.
    private static func request(_ query: String) -> HomeRequest? {
        guard let parameters = try? QueryParameters(query) else { return nil }
        do throws(ParameterError) {
            var noted = Parameters(in: parameters.bytes)
            parameters.forEachPlace { noted.note(name: $0, value: $1) }
            return try HomeRequest(noted)
        } catch {
            expect(!error.message.isEmpty && !error.parameter.isEmpty, "an error says what is wrong")
            return nil
        }
    }
}
