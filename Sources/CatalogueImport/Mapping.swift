public import Catalogue
import CheckedJSON

/// How the records of a file become items of a kind. `Config/mappings/README.md` describes the language.
public struct Mapping: Sendable {
    let layout: FileLayout
    /// The columns that are read, each once; readings name them by their index.
    let columns: [String]
    let fields: ItemFields

    /// The kind of the items.
    public var kind: Kind { fields.kind }

    /// Reads a mapping from its JSON.
    /// - Parameter kinds: the kinds that it may fill.
    /// - Throws: ``ImportError/malformedMapping(_:)``, or ``ImportError/invalidMapping(_:)`` with all that is wrong.
    public init(parsing bytes: some Sequence<UInt8>, kinds: KindTable = .builtIn) throws(ImportError) {
        let json: JSONValue
        do throws(MalformedJSON) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .malformedMapping(error)
        }
        do throws(Findings) {
            self = try CheckedValue.read(json) { Mapping($0, kinds) }
        } catch {
            throw .invalidMapping(error)
        }
    }

    /// Reads the mapping in the file at `path`.
    /// - Parameter kinds: the kinds that it may fill.
    /// - Throws: ``ImportError/unreadable(path:reason:)``, and what ``init(parsing:)`` throws.
    public init(contentsOf path: String, kinds: KindTable = .builtIn) throws(ImportError) {
        let file = try FileBytes(path: path)
        var bytes: [UInt8] = []
        while case let piece = try file.read(upTo: ByteWindow.pieceSize), !piece.isEmpty { bytes += piece }
        try self.init(parsing: bytes, kinds: kinds)
    }

    private init?(_ value: CheckedValue, _ kinds: KindTable) {
        let mapping = value.object { object -> Mapping? in
            let format = object.required("format")?.word("format", of: FileLayout.Format.self)
            let delimiter = object.optional("delimiter").map { $0.delimiter() }
            if format == .ndjson, delimiter != nil { object.report("NDJSON has no delimiter") }
            let kinds = Dictionary(uniqueKeysWithValues: kinds.kinds.map { ($0.name, $0) })
            let kind = object.required("kind")?.word("kind", among: kinds)
            let reader = MappingReader(missing: object.optional("missing")?.texts() ?? [])
            object.optional("derived").map(reader.readDerived)
            let members = object.required("fields")
            guard let kind else { return nil }
            let fields = members.flatMap { ItemFields($0, of: kind, reader) }
            guard let format, let fields else { return nil }
            let layout = FileLayout(format: format, delimiter: delimiter ?? nil)
            return Mapping(layout: layout, columns: reader.columns, fields: fields)
        }
        guard let mapping else { return nil }
        self = mapping
    }

    private init(layout: FileLayout, columns: [String], fields: ItemFields) {
        self.layout = layout
        self.columns = columns
        self.fields = fields
    }
}

extension CheckedValue {
    fileprivate func delimiter() -> UInt8? {
        guard case .string(let text) = json, text.utf8.count == 1, let byte = text.utf8.first,
            byte < 0x80, byte != .quote, byte != .lineFeed, byte != .carriageReturn
        else { return mismatch("one ASCII character that is neither a quote nor an end of line") }
        return byte
    }
}
