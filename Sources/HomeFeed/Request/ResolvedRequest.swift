import HomeDocument
import Localization

/// A request for a home with what the config has for it. One object, because every stage holds it.
final class ResolvedRequest: Sendable {
    /// The request; its locale is one that the config has, or `nil`.
    let request: HomeRequest
    /// The config in the home's language.
    let config: HomeConfig
    let localizer: Localizer
    let segment: SegmentConfig

    /// - Throws: ``FeedError/parameter(_:)`` where there is no such segment.
    init(_ request: HomeRequest, _ config: HomeConfig) throws(FeedError) {
        let requested = request.locale.flatMap { config.languages.localizer(for: $0) }
        var request = request
        request.locale = requested?.locale
        let localizer = requested ?? config.languages.defaultLocalizer
        let config = config.localized(localizer)
        guard let segment = config.segment(request.segment) else {
            let known = config.segments.map { "\"\($0.id)\"" }.joined(separator: ", ")
            throw .parameter(.invalid("segment", "one of \(known)", found: request.segment ?? ""))
        }
        self.request = request
        self.config = config
        self.localizer = localizer
        self.segment = segment
    }
}
