import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A home, in as much as this client draws of it.
struct Home: Decodable {
    let contentHeight: Double
    let homeWidgets: [Section]
}

/// A section of a diffable data source: equal as long as its header, layout and geometry are, whatever its items are.
struct Section: Decodable, Hashable, Identifiable {
    let id, title, layout, state, revision: String
    let metrics: Metrics
    let items: [Item]

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id && lhs.revision == rhs.revision }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An item of a diffable data source: what changes of it changes its revision.
struct Item: Decodable, Hashable, Identifiable {
    let id, kind, revision, title, accessibilityLabel: String
    let subtitle: String?
    let price: Price?
    let image: Image?
    let isNew: Bool?
    let href: String?

    struct Price: Decodable, Hashable { let formatted: String }
    struct Image: Decodable, Hashable { let url: String }
}

/// Where a section's items stand, in points.
struct Metrics: Decodable, Hashable {
    let y, height, columnSpacing, rowSpacing: Double
    let itemSize: Size
    let scroll: String

    struct Size: Decodable, Hashable { let width, height: Double }
}

/// Prints the sections of the home at an address: `HomeClient 'http://127.0.0.1:8080/home?width=390&scale=3'`.
@main struct HomeClient {
    static func main() async throws {
        let address = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8080/home?width=390&scale=3"
        guard let url = URL(string: address) else { return print("\(address) is no address") }
        let (data, _) = try await URLSession.shared.data(from: url)
        for section in try JSONDecoder().decode(Home.self, from: data).homeWidgets {
            print("\(section.title.isEmpty ? section.id : section.title): \(section.items.count)")
        }
    }
}
