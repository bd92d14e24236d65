import Catalogue
import HomeLayout
import Localization

public struct HomeRequest: Hashable, Sendable {
    public var device: Device
    public var user: UserID?
    public var place: Coordinate?
    /// `nil` for the first.
    public var segment: String?
    /// With the region for formats and units; `nil` for the config's default.
    public var locale: LanguageTag?
    /// Limited by the config; `nil` for the config's default.
    public var budget: Duration?
    public var explains = false
    var platform: Platform?
    var appVersion: AppVersion?
    /// `nil` for all.
    var layouts: SupportedLayouts?
    public var known = KnownWidgets.none
    var choices = WidgetChoices.none
}

extension HomeRequest {
    public init(parameters: some Sequence<(name: String, value: String)>) throws(ParameterError) {
        try self.init(Parameters(parameters))
    }

    /// Reads the parameters of `GET /home`: `width` (points, required), `scale`, `textScale`, `user`, `lat` with `lon`,
    /// `segment`, `locale` (BCP 47), `budget` (milliseconds), `explain`, `platform`, `appVersion`, `layouts`, `schema`,
    /// `known` and `choices`. Unknown parameters are ignored.
    /// - Throws: ``ParameterError`` for the first parameter that is missing or invalid.
    public init(_ parameters: Parameters) throws(ParameterError) {
        // Assigning each property as it is read would copy the whole request at the end.
        try self.init(
            device: Self.device(parameters),
            user: parameters.value(.user, Identifier.expectation) { UserID($0) },
            place: Self.place(parameters),
            segment: parameters[.segment],
            locale: parameters.value(.locale, LanguageTag.expectation) { LanguageTag($0) },
            budget: parameters.integer(.budget, in: BudgetConfig.milliseconds, "milliseconds").map {
                .milliseconds($0)
            },
            explains: parameters.integer(.explain, in: 0...1, "a whole number") == 1,
            platform: parameters.value(.platform, Platform.expectation) { Platform($0) },
            appVersion: parameters.value(.appVersion, AppVersion.expectation) { AppVersion($0) },
            layouts: SupportedLayouts(parameters),
            known: parameters.value(.known, KnownWidgets.expectation) { KnownWidgets($0) } ?? .none,
            choices: parameters.value(.choices, WidgetChoices.expectation) { WidgetChoices($0) } ?? .none
        )
    }

    /// Values outside the ranges of ``HomeLayout/Device`` are a 400 `invalid_parameter`.
    private static func device(_ parameters: Parameters) throws(ParameterError) -> Device {
        guard let width = try parameters.decimal(.width, in: Device.widths, "points") else {
            throw .missing("width", "points from \(Device.widths.lowerBound) to \(Device.widths.upperBound)")
        }
        let scale = try parameters.units(.scale, places: 5, in: Device.scales, "a display scale from 0.75 to 5")
        let textScale = try parameters.decimal(.textScale, in: Device.textScales, "a text scale") ?? 1
        return Device(width: width, scale: scale.map(DisplayScale.init(hundredThousandths:)) ?? 2, textScale: textScale)
    }

    private static func place(_ parameters: Parameters) throws(ParameterError) -> Coordinate? {
        let latitude = try parameters.degrees(.lat, limit: 90)
        let longitude = try parameters.degrees(.lon, limit: 180)
        if latitude == nil, longitude == nil { return nil }
        guard let latitude else { throw .missing("lat", "degrees from -90 to 90, because lon is given") }
        guard let longitude else { throw .missing("lon", "degrees from -180 to 180, because lat is given") }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension UserID {
    /// - Throws: ``ParameterError`` if it is not an ``Identifier``.
    public init(parameter text: String) throws(ParameterError) {
        guard let user = UserID(text) else { throw .invalid("user", Identifier.expectation, found: text) }
        self = user
    }
}
