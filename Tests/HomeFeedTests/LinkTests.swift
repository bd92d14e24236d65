import Catalogue
import Foundation
import HomeLayout
import Recommendations
import SeededRandom
import Testing

@testable import HomeFeed

@Suite struct `A link in a home` {
    /// Ids that only percent-encoding brings through a query.
    private static let segments = ["homes", "a&b=c", "50%+1", "#?;", "~-._", "\\\"'`"]

    private static let config: String = {
        let texts = segments.map { id in
            let escaped = id.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return #"""
                {"id": "\#(escaped)", "title": "S", "widgets": [
                  {"id": "\#(escaped)", "layout": "HomeWidgetMap", "source": {"kind": "recommendations"}}]}
                """#
        }
        return #"{"title": "Hearth", "segments": [\#(texts.joined(separator: ", "))]}"#
    }()

    private static func request(_ generator: inout SplitMix64) throws -> HomeRequest {
        var parameters = [(name: "width", value: "\(Double.random(in: 200...2048, using: &generator))")]
        if Bool.random(using: &generator) {
            parameters.append(("scale", "\(Double.random(in: 0.75...5, using: &generator))"))
        }
        if Bool.random(using: &generator) {
            parameters.append(("textScale", "\(Double.random(in: 0.8...3.2, using: &generator))"))
        }
        if Bool.random(using: &generator) {
            let characters = (0x21...0x7e).filter { $0 != 0x2f }.compactMap(UnicodeScalar.init).map(Character.init)
            let count = Int.random(in: 1...128, using: &generator)
            parameters.append(("user", String((0..<count).map { _ in characters.randomElement(using: &generator)! })))
        }
        if Bool.random(using: &generator) {
            parameters.append(("lat", String(format: "%.9f", Double.random(in: -90...90, using: &generator))))
            parameters.append(("lon", String(format: "%.9f", Double.random(in: -180...180, using: &generator))))
        }
        parameters.append(("segment", segments.randomElement(using: &generator)!))
        if Bool.random(using: &generator) { parameters.append(("platform", generator.pick("ios", "android-tv", "4"))) }
        if Bool.random(using: &generator) {
            parameters.append(("appVersion", generator.pick("0", "4.2", "4.2.0", "004.10", "999999999999999999.1")))
        }
        if Bool.random(using: &generator) { parameters.append(("schema", generator.pick("1", "02", "999999999"))) }
        if Bool.random(using: &generator) {
            let known = Layout.allCases.map(\.rawValue).shuffled(using: &generator)
            let names =
                known.prefix(.random(in: 0...known.count, using: &generator)) + ["HomeWidgetHologram", "HomeWidgetMap"]
            parameters.append(("layouts", names.shuffled(using: &generator).joined(separator: ",")))
        }
        return try HomeRequest(parameters: parameters)
    }

    @Test func `to a segment or a widget is read as the very request that it stands in`() async throws {
        let world = try World(Self.config, recommendations: ScriptedRecommendations(.fails(.timedOut)))
        var generator = SplitMix64(seed: 390)
        for _ in 0..<300 {
            let request = try Self.request(&generator)
            let home = try await world.home(request)
            for segment in home.segments where !segment.active {
                var expected = request
                expected.segment = segment.id
                let href = try #require(segment.href)
                #expect(href.hasPrefix("/home?"))
                #expect(try HomeRequest(parameters: parameters(of: href)) == expected, "\(href)")
            }
            let retry = try #require(home.homeWidgets.first?.retry?.href)
            #expect(try HomeRequest(parameters: parameters(of: retry)) == request, "\(retry)")
            let path = try #require(URLComponents(string: retry)?.path)
            #expect(path == "/home/widgets/\(try #require(request.segment))", "\(retry)")
        }
    }

    @Test func `says only what differs from the defaults`() async throws {
        let world = try World(Self.config)
        func href(_ request: HomeRequest) async throws -> String? {
            try await world.home(request).segments[1].href
        }
        let plain = HomeRequest(device: Device(width: 390))
        #expect(try await href(plain) == "/home?segment=a%26b%3Dc&width=390&scale=2")
        let full = HomeRequest(
            device: Device(
                width: Points(thousandths: 411_429),
                scale: DisplayScale(hundredThousandths: 281_250),
                textScale: 2
            ),
            user: UserID("a+b"),
            place: Coordinate(latitude: -0.00001, longitude: 180),
            platform: Platform("ios"),
            appVersion: AppVersion("4.10.0"),
            layouts: .named([.map, .grid])
        )
        #expect(
            try await href(full)
                == "/home?segment=a%26b%3Dc&width=411.429&scale=2.8125&textScale=2&user=a%2Bb&lat=-0.00001&lon=180"
                + "&platform=ios&appVersion=4.10&layouts=HomeWidgetGrid,HomeWidgetMap"
        )
        let later = HomeRequest(device: Device(width: 390), layouts: .schema(7))
        #expect(try await href(later) == "/home?segment=a%26b%3Dc&width=390&scale=2&schema=7")
    }
}
