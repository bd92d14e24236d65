import Foundation

/// The config and the data of the tests, in `Tests/Fixtures`. Paths are relative to the repository's root.
///
/// A home of this config may take a minute, because other tests may keep the machine busy.
enum Fixtures {
    static let config = "Tests/Fixtures/home.json"
    static let listingsMapping = "Tests/Fixtures/mappings/listings.json"
    static let listingsFile = "Tests/Fixtures/listings.csv"
    static let shopMapping = "Tests/Fixtures/mappings/shop.json"
    static let shopFile = "Tests/Fixtures/shop.csv"
    static let restaurants = "Tests/Fixtures/restaurants"

    static func text(of path: String) throws -> String {
        try String(contentsOf: Child.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The text of the config with absolute paths, so that it can be written to any folder.
    static func configText() throws -> String {
        let words = Child.root.appendingPathComponent("Tests/Fixtures/localization").path
        return try text(of: config).replacing(#""localization/"#, with: #""\#(words)/"#)
    }

    static func widgets(of segment: String) throws -> [JSON] {
        let config = try JSON(parsing: Data(text(of: config).utf8))
        return config["segments"].array.first { $0.id == segment }?["widgets"].array ?? []
    }
}
