import HomeFeed
import JSON
import Localization

extension HomeConfig {
    /// The config of the gallery: this one with the segments of `gallery.json`, which have a widget for each layout.
    ///
    /// Styles, kinds, text styles, languages and images stay. Homes of the gallery do not depend on users, whose history
    /// `marks` shows, and cannot be explained.
    /// - Parameters:
    ///   - members: Those of this config.
    ///   - reader: Has read the files that the members name.
    /// - Returns: `nil` after a defect, which is no reason to serve no homes.
    func gallery(_ members: JSONValue, _ reader: ConfigReader) -> HomeConfig? {
        guard case .object(var all) = members else { return nil }
        for member in ["clients", "explain", "marks"] { all[member] = nil }
        do {
            let segments = try JSONValue(parsing: PackageResources.gallery_json)
            all["segments"] = segments.translated(into: languages.all.map(\.description))
            return try HomeConfig(.object(all)) { $0.file(reader) }
        } catch {
            StandardError.line("The preview has no gallery: gallery.json cannot be read: \(error)")
            return nil
        }
    }
}

extension JSONValue {
    /// The value with each text in all of these languages: in English where it lacks one. A text is an object with the
    /// member `en`.
    fileprivate func translated(into languages: [String]) -> JSONValue {
        switch self {
        case .array(let elements):
            .array(elements.map { $0.translated(into: languages) })
        case .object(let texts) where texts["en"] != nil:
            .object(Dictionary(uniqueKeysWithValues: languages.map { ($0, texts[$0] ?? texts["en"] ?? .null) }))
        case .object(let members):
            .object(members.mapValues { $0.translated(into: languages) })
        default: self
        }
    }
}
