import Bytes
import HomeLayout

/// The layouts that a client can draw.
enum SupportedLayouts: Hashable, Sendable {
    /// At least one.
    case named(Set<Layout>)
    /// All layouts of this schema version of the document, or of the server's if that is earlier.
    case schema(Int)

    static let schemas = 1...999_999_999

    public func contains(_ layout: Layout) -> Bool {
        switch self {
        case .named(let layouts): layouts.contains(layout)
        case .schema(let schema): layout.schema <= schema
        }
    }
}

extension Layout {
    /// The schema version that introduced the layout.
    fileprivate var schema: Int {
        switch self {
        case .brand, .productXL, .productL, .productM, .productS, .productXS, .productXXS, .fullWidth, .grid, .map,
            .banner, .infoCard:
            1
        }
    }
}

extension SupportedLayouts {
    /// Reads `layouts`, names separated by commas, and `schema`, a version. `layouts` has precedence; without both, the
    /// client supports all layouts (`nil`). Unknown names are ignored: a newer client may know more.
    /// - Throws: ``ParameterError`` if no name is known, or `schema` is not a version.
    init?(_ parameters: Parameters) throws(ParameterError) {
        let schema = try parameters.integer(.schema, in: Self.schemas, "a version")
        if let layouts = try parameters.value(.layouts, Self.expectation, Self.layouts) {
            self = .named(layouts)
        } else if let schema {
            self = .schema(schema)
        } else {
            return nil
        }
    }

    private static let expectation =
        "at least one of \(Layout.allCases.map(\.rawValue).joined(separator: ", ")), with commas between them"

    private static func layouts(_ names: String) -> Set<Layout>? {
        let layouts = Set(names.split(separator: ",").compactMap { Layout(rawValue: String($0)) })
        return layouts.isEmpty ? nil : layouts
    }

    /// The parameter for a URL: `layouts=HomeWidgetMap,HomeWidgetGrid` or `schema=1`.
    var query: String {
        switch self {
        case .named(let layouts):
            "layouts=" + Layout.allCases.filter(layouts.contains).map(\.rawValue).joined(separator: ",")
        case .schema(let schema): "schema=\(schema)"
        }
    }
}
