import Bytes
import Catalogue
import JSON
import Testing

@testable import HomeFeed

@Suite struct `The image templates of a config` {
    private static func config(_ images: String) -> String {
        """
        {"images": \(images), "title": "Home", "segments": [{"id": "homes", "title": "Homes", "widgets": [
          {"id": "b", "layout": "HomeWidgetBanner",
            "source": {"kind": "banners", "items": [{"id": "x", "title": "X", "href": "/x", "image": "https://a.example/x.jpg"}]}},
          {"id": "n", "layout": "HomeWidgetFullWidth", "source": {"kind": "newest"}}
        ]}]}
        """
    }

    private static func house() -> CatalogueItem {
        var house = CatalogueItem.house("1")
        house.images = ["https://a.example/1.jpg", "https://b.example/2.jpg"]
        house.placeholder = RGBColor(red: 1, green: 2, blue: 3)
        return house
    }

    private static func home(_ images: String) async throws -> String {
        let world = try World(config(images), items: [house()])
        let request = try HomeRequest(parameters: [(name: "width", value: "390"), (name: "scale", value: "1")])
        // It keeps to the contract, too.
        _ = try await world.home(request)
        return String(decoding: try await world.bytes(request), as: UTF8.self)
    }

    @Test func `make the URLs of items and banners in the sizes of their layouts`() async throws {
        let home = try await Self.home(#"[{"match": "https://a.", "resize": "{url}?w={w}&h={h}"}]"#)
        #expect(home.contains(#""images":[{"url":"https://a.example/x.jpg?w=358&h=144","width":358,"height":144}]"#))
        let images =
            #""images":[{"url":"https://a.example/1.jpg?w=358&h=269","width":358,"height":269},"#
            + #"{"url":"https://b.example/2.jpg"}]"#
        #expect(home.contains(images) && home.contains(##""placeholder":"#010203","caption""##), "\(home)")
    }

    @Test func `leave URLs as they are without one`() async throws {
        let home = try await Self.home("[]")
        #expect(home.contains(#""images":[{"url":"https://a.example/1.jpg"},{"url":"https://b.example/2.jpg"}]"#))
    }

    @Test func `have another revision when they change, by which rendered cards are kept`() throws {
        let revisions = try ["{url}?w={w}", "{url}?v={w}"].map { template in
            let images = #"[{"match": "https://", "resize": "\#(template)"}]"#
            return try HomeConfig(JSONValue(parsing: Self.config(images).utf8)).images.revision
        }
        #expect(revisions[0] != revisions[1])
    }

    @Test(arguments: [
        (#"{}"#, "images: expected a list"),
        (#"[{"resize": "{url}?w={w}"}]"#, #"images[0]: "match" is missing"#),
        (#"[{"match": "https://a/", "resize": "{url}"}]"#, "images[0].resize: expected a URL with {url} once"),
        (#"[{"match": "", "resize": "{url}?w={w}"}]"#, "images[0].match: expected"),
        (#"[{"match": "a", "resize": "{url}?w={w}", "fit": 1}]"#, #"images[0]: unknown key "fit""#),
    ])
    func `are refused if they name no size or no URL`(images: String, expected: String) {
        let errors = #expect(throws: ValidationErrors.self) {
            try HomeConfig(JSONValue(parsing: Self.config(images).utf8))
        }
        let text = errors?.all.map(\.description).joined(separator: "; ") ?? ""
        #expect(text.contains(expected), "\(text)")
    }
}
