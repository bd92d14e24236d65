import JSON

extension KindTable {
    /// The most kinds that a config may declare.
    static let maximumDeclaredKinds = 32

    /// The kinds that the program declares: `listing` and `product`.
    public static let builtIn: KindTable = {
        let read = try? CheckedValue.read(JSONValue(parsing: PackageResources.kinds_json)) { value in
            value.kinds().map(KindTable.init)
        }
        guard let read else { preconditionFailure("the program's tests read the kinds that it is built with") }
        return read
    }()

    /// Reads the kinds that a config declares, and adds the built-in ones, which it may not declare again.
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
    /// The declared kinds, by their names.
    fileprivate func kinds() -> [Kind]? {
        dictionary { CheckedObject.isComment($0) ? nil : Kind($0, reading: $1) }.map { Array($0.values) }
    }
}
