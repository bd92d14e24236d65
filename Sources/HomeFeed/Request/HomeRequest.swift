import Catalogue
import HomeDocument
import HomeLayout
import Localization

/// What a home is asked for.
public struct HomeRequest: Hashable, Sendable {
    /// What the home is drawn on.
    public var device: Device
    /// Whose home it is; `nil` is somebody unknown.
    public var user: UserID?
    /// Where the phone is.
    public var place: Coordinate?
    /// The segment to load, by its id; `nil` is the first.
    public var segment: String?
    /// The language of its words, with the region of its forms and units; `nil`, and what the config does not speak, is the
    /// config's own.
    public var locale: LanguageTag?
    /// How long the home may take; `nil` is as long as the config says. More than the config allows is as much as that.
    public var budget: Duration?
    /// What the client runs on.
    public var platform: Platform?
    /// Which version of the app asks.
    public var appVersion: AppVersion?
    /// The layouts that the client can draw; `nil` is all of them.
    public var layouts: SupportedLayouts?

    /// Whether to say why the home is as it is.
    public var explains = false

    /// How many milliseconds a client may ask for.
    static let budgets = 1...60_000

    /// A request of these values.
    public init(
        device: Device,
        user: UserID? = nil,
        place: Coordinate? = nil,
        segment: String? = nil,
        platform: Platform? = nil,
        appVersion: AppVersion? = nil,
        layouts: SupportedLayouts? = nil,
        locale: LanguageTag? = nil
    ) {
        self.device = device
        self.user = user
        self.place = place
        self.segment = segment
        self.platform = platform
        self.appVersion = appVersion
        self.layouts = layouts
        self.locale = locale
    }

    /// Reads parameters that are given as texts, like ``init(_:)``.
    public init(parameters: some Sequence<(name: String, value: String)>) throws(ParameterError) {
        try self.init(Parameters(parameters))
    }

    /// Reads the parameters of `GET /home`: `width` (points, required), `scale`, `textScale`, `user`, `lat` with `lon`,
    /// `segment`, `locale` (BCP 47), `budget` (milliseconds), `platform`, `appVersion`, `layouts` and `schema`. Parameters
    /// that are unknown are ignored.
    /// - Throws: ``ParameterError`` naming the first parameter that cannot be used.
    public init(_ parameters: Parameters) throws(ParameterError) {
        device = try Self.device(parameters)
        user = try parameters.value(.user, Identifier.expectation) { UserID($0) }
        place = try Self.place(parameters)
        segment = parameters[.segment]
        locale = try parameters.value(.locale, LanguageTag.expectation) { LanguageTag($0) }
        budget = try parameters.integer(.budget, in: Self.budgets, "milliseconds").map { .milliseconds($0) }
        explains = try parameters.integer(.explain, in: 0...1, "a whole number") == 1
        platform = try parameters.value(.platform, Platform.expectation) { Platform($0) }
        appVersion = try parameters.value(.appVersion, AppVersion.expectation) { AppVersion($0) }
        layouts = try SupportedLayouts(parameters)
    }

    private static func device(_ parameters: Parameters) throws(ParameterError) -> Device {
        guard let width = try parameters.decimal(.width, in: Device.widths, "points") else {
            throw .missing("width", "points from \(Device.widths.lowerBound) to \(Device.widths.upperBound)")
        }
        let scale = try parameters.decimal(.scale, in: Device.scales, "a display scale") ?? 2
        let textScale = try parameters.decimal(.textScale, in: Device.textScales, "a text scale") ?? 1
        do {
            return try Device(width: width, scale: scale, textScale: textScale)
        } catch {
            // Not reached: each of the three was found to be in its range.
            throw ParameterError(problem: .invalid, parameter: "width", message: error.description)
        }
    }

    private static func place(_ parameters: Parameters) throws(ParameterError) -> Coordinate? {
        let latitude = try parameters.degrees(.lat, limit: 90)
        let longitude = try parameters.degrees(.lon, limit: 180)
        switch (latitude, longitude) {
        case (nil, nil): return nil
        case (nil, _): throw .missing("lat", "degrees from -90 to 90, because lon is given")
        case (_, nil): throw .missing("lon", "degrees from -180 to 180, because lat is given")
        case (let latitude?, let longitude?): return Coordinate(latitude: latitude, longitude: longitude)
        }
    }
}

extension UserID {
    /// Reads the parameter `user`.
    /// - Throws: ``ParameterError`` where it is no ``Identifier``.
    public init(parameter text: String) throws(ParameterError) {
        guard let user = UserID(text) else { throw .invalid("user", Identifier.expectation, found: text) }
        self = user
    }
}

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
