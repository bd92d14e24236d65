import Bytes
import JSON

public struct KindTable: Equatable, Sendable {
    /// The kinds, sorted by name.
    public let kinds: [Kind]

    /// A table of kinds; of several with one name the last counts.
    public init(_ kinds: [Kind]) {
        let byName = Dictionary(kinds.map { ($0.name, $0) }) { $1 }
        self.kinds = byName.values.sorted { $0.name < $1.name }
    }

    package func code(of name: String) -> Int? { kinds.indices.first { kinds[$0].name == name } }

    func code(of name: Span<UInt8>) -> Int? { kinds.indices.first { kinds[$0].name.utf8.span.equals(name) } }

    package func column(of name: String, kind: Int) -> Int? { kinds[kind].columns.firstIndex { $0.name == name } }

    /// The index of the attribute `name`, if the kind has it and the condition is for values of its type: another kind,
    /// or a former config, may declare it with another one.
    package func column(of name: String, kind: Int, for condition: AttributeCondition) -> Int? {
        guard let column = column(of: name, kind: kind) else { return nil }
        switch (condition, kinds[kind].columns[column].type) {
        case (.range, .number), (.range, .money), (.range, .instant), (.anyOf, .text), (.flag, .flag): return column
        default: return nil
        }
    }

    public subscript(name: String) -> Kind? { kinds.first { $0.name == name } }

    static let maximumDeclaredKinds = 32

    /// The built-in kinds: `listing` and `product`.
    public static let builtIn: KindTable = {
        let read = try? CheckedValue.read(JSONValue(parsing: PackageResources.kinds_json)) { value in
            value.kinds().map(KindTable.init)
        }
        guard let read else { preconditionFailure("kinds.json is invalid") }
        return read
    }()

    /// Reads the kinds of a config, and adds the built-in ones, which it must not redeclare.
    public init?(reading value: CheckedValue) {
        guard let declared = value.kinds() else { return nil }
        for kind in declared where Self.builtIn[kind.name] != nil {
            value.report("\"\(kind.name)\" is a built-in kind, and cannot be declared")
        }
        if declared.count > Self.maximumDeclaredKinds {
            value.report("expected at most \(Self.maximumDeclaredKinds) kinds, found \(declared.count)")
        }
        self.init(declared + Self.builtIn.kinds)
    }
}

extension CheckedValue {
    fileprivate func kinds() -> [Kind]? {
        dictionary { CheckedObject.isComment($0) ? nil : Kind.read($0, from: $1) }.map { Array($0.values) }
    }
}
