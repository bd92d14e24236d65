import HomeLayout
import JSON

/// A version of the app in use, as the config declares it. Only ``HomeConfig/warnings`` depend on it.
struct ClientConfig: Sendable {
    let platform: Platform?
    let appVersion: AppVersion?
    /// `nil` for all.
    let layouts: SupportedLayouts?

    static let maximumCount = 100

    /// Reads `{"platform": "ios", "appVersion": "4.2", "schema": 1}`, or `"layouts": ["HomeWidgetMap"]` for `schema`.
    init?(reading object: inout CheckedObject) {
        platform = object.optional("platform")?.parsed(Platform.init, Platform.expectation)
        appVersion = object.optional("appVersion")?.parsed(AppVersion.init, "a text of \(AppVersion.expectation)")
        let names = object.optional("layouts")?.array(of: "layouts", 1...Layout.allCases.count) {
            $0.choice("layout", of: Layout.self)
        }
        let schema = object.optional("schema")?.count(in: SupportedLayouts.schemas)
        if names != nil, schema != nil { object.report("expected \"layouts\" or \"schema\", not both") }
        layouts = names.map { .named(Set($0)) } ?? schema.map { .schema($0) }
    }
}
