import Foundation
import HomeFeed
import JSON
import Localization
import Testing

@testable import Catalogue

@Suite struct `An item with nothing of something` {
    private func home(
        _ type: String,
        bedrooms: Double?,
        bathrooms: Double? = nil,
        area: Double? = nil
    ) -> CatalogueItem {
        var item = CatalogueItem.house("h", bedrooms: nil)
        item.attributes["type"] = .text(type)
        item.attributes["bedrooms"] = bedrooms.map { .number($0) }
        item.attributes["bathrooms"] = bathrooms.map { .number($0) }
        item.attributes["area"] = area.map { .number($0) }
        return item
    }

    private func item(_ item: CatalogueItem, in language: String = "en") async throws -> Document.Item {
        let segments = config(list(#"{"kind": "newest"}"#)).replacing("ProductL", with: "FullWidth").dropFirst()
        let world = try World(#"{\#(WordFiles.all), \#(segments)"#, items: [item])
        var request = try request()
        request.locale = LanguageTag(language)
        return try await world.home(request).homeWidgets[0].items[0]
    }

    @Test func `is a studio, or a plot, and its caption has no part without a value`() async throws {
        for (house, subtitle) in [
            (home("apartment", bedrooms: 0, bathrooms: 1, area: 30), "Studio · 1 ba · 30 m²"),
            (home("studio", bedrooms: 0, bathrooms: 0, area: 30), "Studio · 30 m²"),
            (home("house", bedrooms: 2, bathrooms: 1.5, area: 0), "2 bd · 1.5 ba"),
            (home("land", bedrooms: 0, bathrooms: 0, area: 900), "900 m²"),
            (home("commercial", bedrooms: 0, bathrooms: 1, area: 0.2), "1 ba"),
            (home("other", bedrooms: 0, bathrooms: 0, area: 0), nil), (home("land", bedrooms: nil), nil),
            (home("house", bedrooms: nil, bathrooms: nil, area: 80), "80 m²"),
        ] as [(CatalogueItem, String?)] {
            #expect(try await item(house).subtitle == subtitle)
        }
    }

    @Test(arguments: [("en", "Studio"), ("de", "Studio"), ("tr", "Stüdyo"), ("ar", "استوديو")])
    func `is a studio in every language, also for screen readers`(language: String, word: String) async throws {
        let found = try await item(home("apartment", bedrooms: 0, bathrooms: 0, area: 30), in: language)
        let parts = try #require(found.subtitle).components(separatedBy: " · ")
        #expect(parts.count == 2 && parts[0] == word && !parts[1].isEmpty)
        #expect(found.accessibilityLabel.contains(word))
        let plot = try await item(home("land", bedrooms: 0, bathrooms: 0, area: 30), in: language)
        #expect(plot.subtitle == parts[1] && !plot.accessibilityLabel.contains(word))
    }

    @Test(arguments: ["en", "ar"])
    func `has no separator of what it lacks, in captions of declared kinds`(language: String) async throws {
        let lines = [
            "{rooms} · {baths} · {size} · {title}", "{size} · {rooms}", "{price} · {baths}", "{baths} · {size}",
        ]
        let kinds = #"""
            "kinds": {"cabin": {"attributes": {"rooms": {"type": "number", "unit": "bedroom"},
              "baths": {"type": "number", "unit": "bathroom"}, "size": {"type": "number", "unit": "squareMeter"}},
              "caption": \#(lines)}}
            """#
        let world = try World(
            #"{\#(WordFiles.all), \#(kinds), \#(config(list(#"{"kind": "items", "of": "cabin"}"#)).dropFirst())"#,
            items: (0..<8).map { bits in
                var item = CatalogueItem(id: .init(kind: "cabin", id: "\(bits)"), title: "Cabin")
                for (index, name) in ["rooms", "baths", "size"].enumerated() where bits >> index & 1 == 1 {
                    item.attributes[name] = .number(0)
                }
                return item
            }
        )
        var request = try request()
        request.locale = LanguageTag(language)
        for item in try await world.home(request).homeWidgets[0].items {
            // What is between isolates has another direction.
            let caption = item.caption.map { $0.text.filter { !"\u{2068}\u{2069}".contains($0) } }
            let hasRooms = (Int(item.id.suffix(1)) ?? 0) & 1 == 1
            let word = language == "en" ? "Studio" : "استوديو"
            #expect(caption == (hasRooms ? ["\(word) · Cabin", word] : ["Cabin"]))
        }
    }
}

extension Document.Item {
    /// The third line of a listing's caption, after price and title.
    fileprivate var subtitle: String? { caption.count > 2 ? caption[2].text : nil }
}
