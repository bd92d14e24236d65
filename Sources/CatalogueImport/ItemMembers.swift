import CheckedJSON
import Catalogue

/// The members of a mapping's `fields`, of which the kind requires some.
struct ItemMembers {
    /// The members.
    var object: CheckedObject
    private let kind: Kind

    init(_ object: CheckedObject, of kind: Kind) {
        self.object = object
        self.kind = kind
    }

    /// The member of a field or an attribute. It is reported where it is missing and required.
    mutating func member(_ name: String) -> CheckedValue? {
        kind.required.contains(name) ? object.required(name) : object.optional(name)
    }

    /// The member of a field. It is reported where it is missing and required.
    mutating func member(_ field: ItemField) -> CheckedValue? { member(field.rawValue) }

    /// Both members that a field is made of; `nil` where one is missing, which is reported unless both may be.
    mutating func pair(_ first: String, _ second: String, of field: ItemField) -> (CheckedValue, CheckedValue)? {
        let isRequired = kind.required.contains(field.rawValue)
        let members = [first, second].map { isRequired ? object.required($0) : object.optional($0) }
        if let first = members[0], let second = members[1] { return (first, second) }
        if !isRequired, members[0] != nil || members[1] != nil {
            object.report("expected both or none of \"\(first)\", \"\(second)\"")
        }
        return nil
    }

    /// The reading of the only image, or those of all.
    mutating func images(_ reader: MappingReader) -> (TextReading?, [TextReading]) {
        guard let image = object.optional("image") else {
            return (nil, member(.images).flatMap { reader.list($0, kind: .text) } ?? [])
        }
        if object.optional("images") != nil { object.report("expected one of \"image\", \"images\"") }
        return (reader.text(image, kind: .text), [])
    }

    /// The reading of the currency that amounts have unless they name one of their own.
    mutating func currency(isRequired: Bool, _ reader: MappingReader) -> TextReading? {
        let member =
            isRequired || kind.required.contains("price") ? object.required("currency") : object.optional("currency")
        return member.flatMap { reader.text($0, kind: .currency) }
    }
}
