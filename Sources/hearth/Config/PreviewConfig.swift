import HomeFeed
import JSON

struct PreviewConfig: Sendable {
    private(set) var isServed = true
    /// The preview shows the homes of this config beside the served ones.
    private(set) var compared: HomeConfig?
    /// Shows all layouts.
    var gallery: HomeConfig?

    private static let comparedPath = "/preview/compared"
    private static let galleryPath = "/preview/gallery"
    static let homePaths = [comparedPath, galleryPath]

    /// The configs of homes that only the preview requests, by the path below which they are.
    var homes: [String: HomeConfig] {
        [Self.comparedPath: compared, Self.galleryPath: gallery].compactMapValues(\.self)
    }

    /// The members of a config that are not about homes.
    private static let otherMembers = ["auth", "cors", "preview", "recommender", "retention"]

    /// Reads `{"compareWith": "candidate.json"}`, or `false` for no preview.
    init(reading value: CheckedValue?, _ reader: ConfigReader) {
        if case .bool(false) = value?.json {
            isServed = false
        } else {
            compared = value?.object { object in
                object.optional("compareWith").flatMap { Self.home(in: $0, reader) }
            }
        }
    }

    /// The other members of the file are neither checked nor used.
    private static func home(in value: CheckedValue, _ reader: ConfigReader) -> HomeConfig? {
        guard let bytes = value.file(reader), let name = value.string() else { return nil }
        do {
            return try CheckedValue.read(bytes, named: name) { object in
                for member in otherMembers { _ = object.optional(member) }
                return HomeConfig(reading: &object) { $0.file(reader, of: name) }
            }
        } catch {
            if error.details.isEmpty { value.report(error.message) }
            for detail in error.details { value.report("\(name): \(detail)") }
            return nil
        }
    }
}
