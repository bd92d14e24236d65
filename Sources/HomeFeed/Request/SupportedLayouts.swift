import Bytes
import HomeLayout

/// The layouts that a client can draw.
public enum SupportedLayouts: Hashable, Sendable {
    /// These, at least one.
    case named(Set<Layout>)
    /// All that there were in this version of the document's shape; where it is a later one than the server's, all that
    /// the server has.
    case schema(Int)

    /// The versions that a client may name.
    static let schemas = 1...999_999_999

    /// Whether the client can draw `layout`.
    public func contains(_ layout: Layout) -> Bool {
        switch self {
        case .named(let layouts): layouts.contains(layout)
        case .schema(let schema): layout.schema <= schema
        }
    }
}

extension Layout {
    /// The version of the document's shape that came with the layout.
    fileprivate var schema: Int {
        switch self {
        case .brand, .productXL, .productL, .productM, .productS, .productXS, .productXXS, .fullWidth, .grid, .map,
            .banner, .infoCard:
            1
        }
    }
}

extension SupportedLayouts {
    /// Reads `layouts`, names between commas, and `schema`, a whole number; where both are given, the names count, and
    /// where neither is, the client knows everything. Names that are unknown are ignored: a newer client may know more.
    /// - Throws: ``ParameterError`` where no name is known, or `schema` is no whole number from 1 up.
    init?(_ parameters: Parameters) throws(ParameterError) {
        let schema = try parameters.integer(.schema, in: Self.schemas, "a version")
        if let layouts = parameters.read(.layouts, Self.layouts) {
            guard !layouts.isEmpty else {
                let known = Layout.allCases.map(\.rawValue).joined(separator: ", ")
                throw parameters.invalid(.layouts, "at least one of \(known), with commas between them")
            }
            self = .named(layouts)
        } else if let schema {
            self = .schema(schema)
        } else {
            return nil
        }
    }

    private static func layouts(_ names: Span<UInt8>) -> Set<Layout> {
        var layouts: Set<Layout> = []
        names.forEachPart(between: UInt8(ascii: ",")) { name in
            if let layout = Layout(rawValue: String(decoding: name)) { layouts.insert(layout) }
        }
        return layouts
    }

    /// What says the same in an address: `layouts=HomeWidgetMap,HomeWidgetGrid` or `schema=1`.
    var query: String {
        switch self {
        case .named(let layouts):
            "layouts=" + Layout.allCases.filter(layouts.contains).map(\.rawValue).joined(separator: ",")
        case .schema(let schema): "schema=\(schema)"
        }
    }
}
