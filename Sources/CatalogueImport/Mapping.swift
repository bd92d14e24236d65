import CheckedJSON

/// How the records of a file become listings or products. `Config/mappings/README.md` is its language.
public struct Mapping: Sendable {
    /// What the records become.
    enum Target: Sendable {
        case listings(ListingFields)
        case products(ProductFields)
    }

    let layout: FileLayout
    /// The columns that are read, each once; readings name them by their index.
    let columns: [String]
    let target: Target

    /// Reads a mapping from its JSON.
    /// - Throws: ``ImportError/malformedMapping(_:)``, or ``ImportError/invalidMapping(_:)`` with all that is wrong.
    public init(parsing bytes: some Sequence<UInt8>) throws(ImportError) {
        let json: JSONValue
        do throws(MalformedJSON) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .malformedMapping(error)
        }
        do throws(Findings) {
            self = try CheckedValue.read(json) { Mapping($0) }
        } catch {
            throw .invalidMapping(error)
        }
    }

    /// Reads the mapping in the file at `path`.
    /// - Throws: ``ImportError/unreadable(path:reason:)``, and what ``init(parsing:)`` throws.
    public init(contentsOf path: String) throws(ImportError) {
        let file = try FileBytes(path: path)
        var window = ByteWindow(on: file)
        while try window.extend() {}
        try self.init(parsing: window.bytes[window.start..<window.end])
    }

    private init?(_ value: CheckedValue) {
        let mapping: Mapping?? = value.object { object in
            let format = object.required("format")?.word("format", of: FileLayout.Format.self)
            let delimiter = object.optional("delimiter").map { $0.delimiter() }
            if format == .ndjson, delimiter != nil { object.report("NDJSON has no delimiter") }
            let isListings = object.required("target")?.word("target", among: ["listings": true, "products": false])
            let reader = MappingReader(missing: object.optional("missing")?.texts() ?? [])
            object.optional("derived").map(reader.readDerived)
            let fields = object.required("fields")
            guard let isListings else { return nil }
            let readings = fields?.object { (fields: inout CheckedObject) -> Target? in
                isListings
                    ? ListingFields(&fields, reader).map(Target.listings)
                    : ProductFields(&fields, reader).map(Target.products)
            }
            guard let format, let readings = readings ?? nil else { return nil }
            let layout = FileLayout(format: format, delimiter: delimiter ?? nil)
            return Mapping(layout: layout, columns: reader.columns, target: readings)
        }
        guard let mapping = mapping ?? nil else { return nil }
        self = mapping
    }

    private init(layout: FileLayout, columns: [String], target: Target) {
        self.layout = layout
        self.columns = columns
        self.target = target
    }
}

extension CheckedValue {
    /// A list of texts, as bytes.
    func texts() -> Set<ArraySlice<UInt8>>? {
        list { $0.string() }.map { Set($0.map { Array($0.utf8)[...] }) }
    }

    fileprivate func delimiter() -> UInt8? {
        guard case .string(let text) = json, text.utf8.count == 1, let byte = text.utf8.first,
            byte < 0x80, byte != .quote, byte != .lineFeed, byte != .carriageReturn
        else { return mismatch("one ASCII character that is neither a quote nor an end of line") }
        return byte
    }
}
