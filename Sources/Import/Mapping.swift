import Catalogue
import JSON

/// How the records of a file become items of a kind. `Documentation/importing.md` describes the language.
public struct Mapping: Sendable {
    let layout: FileLayout
    /// The columns that are read, each once; readings name them by their index.
    let columns: [String]
    let fields: ItemFields
    /// The conditions that a record meets; others are left out.
    let conditions: [RecordCondition]
    /// Which of several records with one id counts.
    let repeats: StagedItems.Repeats
    /// What each id begins with; empty where the mapping does not say.
    public let idPrefix: String

    /// The kind of the items.
    public var kind: Kind { fields.kind }

    /// Reads a mapping from its JSON.
    /// - Parameter kinds: the kinds that it may fill.
    /// - Throws: ``ImportError/malformedMapping(_:)``, or ``ImportError/invalidMapping(_:)`` with all that is wrong.
    public init(parsing bytes: some Sequence<UInt8>, kinds: KindTable = .builtIn) throws(ImportError) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .malformedMapping(error)
        }
        do throws(ValidationErrors) {
            self = try CheckedValue.read(json) { Mapping($0, kinds) }
        } catch {
            throw .invalidMapping(error)
        }
    }

    /// Reads the mapping in the file at `path`.
    /// - Parameter kinds: the kinds that it may fill.
    /// - Throws: ``ImportError/unreadable(path:reason:)``, and what ``init(parsing:)`` throws.
    public init(contentsOf path: String, kinds: KindTable = .builtIn) throws(ImportError) {
        let file = try FileSource(path: path)
        var bytes: [UInt8] = []
        while case let piece = try file.read(upTo: ReadBuffer.pieceSize), !piece.isEmpty { bytes += piece }
        try self.init(parsing: bytes, kinds: kinds)
    }

    private init?(_ value: CheckedValue, _ kinds: KindTable) {
        let mapping = value.object { object -> Mapping? in
            let format = object.required("format")?.choice("format", of: FileLayout.Format.self)
            let delimiter = object.optional("delimiter").map { $0.delimiter() }
            if format == .ndjson, delimiter != nil { object.report("NDJSON has no delimiter") }
            let kinds = Dictionary(uniqueKeysWithValues: kinds.kinds.map { ($0.name, $0) })
            let kind = object.required("kind")?.choice("kind", among: kinds)
            let reader = MappingReader(missing: object.optional("missing")?.texts() ?? [])
            object.optional("derived").map(reader.readDerived)
            let conditions = object.value("where", default: []) { $0.array { reader.condition($0) } }
            let prefix = object.value("idPrefix", default: "") { $0.identifierPrefix() }
            let repeats = object.optional("repeats")
            let members = object.required("fields")
            guard let kind else { return nil }
            let fields = members.flatMap { ItemFields($0, of: kind, idPrefix: prefix ?? "", reader) }
            let rule = repeats.map { $0.repeats(of: kind) } ?? .last
            guard let format, let fields, let conditions, let prefix, let rule else { return nil }
            return Mapping(
                layout: FileLayout(format: format, delimiter: delimiter ?? nil),
                columns: reader.columns,
                fields: fields,
                conditions: conditions,
                repeats: rule,
                idPrefix: prefix
            )
        }
        guard let mapping else { return nil }
        self = mapping
    }

    private init(
        layout: FileLayout,
        columns: [String],
        fields: ItemFields,
        conditions: [RecordCondition],
        repeats: StagedItems.Repeats,
        idPrefix: String
    ) {
        self.layout = layout
        self.columns = columns
        self.fields = fields
        self.conditions = conditions
        self.repeats = repeats
        self.idPrefix = idPrefix
    }
}

extension CheckedValue {
    /// `last`, `first` or `greatest:FIELD`, a date, the price or a numeric attribute.
    fileprivate func repeats(of kind: Kind) -> StagedItems.Repeats? {
        var words: [String: StagedItems.Repeats] = [
            "last": .last, "first": .first,
            "greatest:listedAt": .greatest { $0.listedAt == 0 ? nil : Double($0.listedAt) },
            "greatest:expiresAt": .greatest { $0.expiresAt.map { Double($0) } },
            "greatest:price": .greatest { $0.price.map { Double($0.amount) } },
        ]
        for attribute in kind.attributes {
            let name = attribute.name
            switch attribute.type {
            case .number, .money, .instant: words["greatest:\(name)"] = .greatest { $0.attributes[name]?.number }
            case .text, .flag: break
            }
        }
        return choice("rule", among: words)
    }

    fileprivate func identifierPrefix() -> String? {
        guard let text = nonEmptyString() else { return nil }
        return Identifier.isValid(text) ? text : mismatch(Identifier.expectation)
    }

    fileprivate func delimiter() -> UInt8? {
        guard case .string(let text) = json, text.utf8.count == 1, let byte = text.utf8.first,
            byte < 0x80, byte != .quote, byte != .lineFeed, byte != .carriageReturn
        else { return mismatch("one ASCII character that is neither a quote nor an end of line") }
        return byte
    }
}
