import Catalogue
import JSON

/// How the records of a file become items of a kind. `Documentation/importing.md` describes the JSON.
public struct Mapping: Sendable {
    let layout: FileLayout
    /// The columns that the mapping names, each once.
    let columns: [String]
    let fields: ItemMapping
    let conditions: [FieldMapping<Bool>]
    let duplicates: StagedItems.DuplicateRule
    let idPrefix: String

    public var kind: Kind { fields.kind }
}

extension Mapping {
    /// - Throws: ``ImportError/invalidMapping(_:)`` with all errors, or another one if it is not JSON.
    public init(parsing bytes: some Sequence<UInt8>, kinds: KindTable = .builtIn) throws(ImportError) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .failure("the mapping is not JSON: \(error.reason)")
        }
        do throws(ValidationErrors) {
            self = try CheckedValue.read(json) { $0.object { Mapping(&$0, kinds) } }
        } catch {
            throw .invalidMapping(error)
        }
    }

    /// - Throws: ``ImportError/unreadable(path:reason:)``, and the errors of ``init(parsing:kinds:)``.
    public init(contentsOf path: String, kinds: KindTable = .builtIn) throws(ImportError) {
        let file = try FileSource(path: path)
        var bytes: [UInt8] = []
        while case let piece = try file.read(upTo: ReadBuffer.pieceSize), !piece.isEmpty { bytes += piece }
        try self.init(parsing: bytes, kinds: kinds)
    }

    private init?(_ object: inout CheckedObject, _ kinds: KindTable) {
        let layout = FileLayout(&object)
        let kinds = Dictionary(uniqueKeysWithValues: kinds.kinds.map { ($0.name, $0) })
        let kind = object.required("kind")?.choice("kind", among: kinds)
        let parser = MappingParser(missing: object.optional("missing")?.texts() ?? [])
        object.optional("derived").map(parser.parseDerivedColumns)
        let conditions = object.optional("where")?.array { $0.object(parser.condition) } ?? []
        let prefix =
            object.optional("idPrefix")?
            .parsed({ Identifier.isValid($0) ? $0 : nil }, Identifier.expectation) ?? ""
        let duplicates = object.optional("duplicates")
        let members = object.required("fields")
        guard let kind else { return nil }
        let fields = members.flatMap { $0.object { ItemMapping(&$0, of: kind, idPrefix: prefix, parser) } }
        let rule = duplicates?.duplicateRule(of: kind) ?? .init()
        guard let layout, let fields else { return nil }
        (self.layout, self.fields, self.conditions) = (layout, fields, conditions)
        (columns, self.duplicates, idPrefix) = (parser.columns, rule, prefix)
    }
}

extension CheckedValue {
    /// `last`, `first` or `greatest:FIELD` with a date, the price or a numeric attribute.
    fileprivate func duplicateRule(of kind: Kind) -> StagedItems.DuplicateRule? {
        var rules: [String: StagedItems.DuplicateRule] = [
            "last": .init(), "first": .init(keepsFirst: true),
            "greatest:listedAt": .init { $0.listedAt == 0 ? nil : Double($0.listedAt.seconds) },
            "greatest:expiresAt": .init { $0.expiresAt.map { Double($0.seconds) } },
            "greatest:price": .init { $0.price.map { Double($0.amount) } },
        ]
        for attribute in kind.attributes {
            let name = attribute.name
            switch attribute.type {
            case .number, .money, .instant: rules["greatest:\(name)"] = .init { $0.attributes[name]?.number }
            case .text, .flag: break
            }
        }
        return choice("rule", among: rules)
    }
}

extension AttributeValue {
    fileprivate var number: Double? {
        switch self {
        case .number(let number): number
        case .money(let money): Double(money.amount)
        case .instant(let instant): Double(instant.seconds)
        case .text, .flag: nil
        }
    }
}
