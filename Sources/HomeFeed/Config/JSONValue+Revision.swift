import Bytes
import JSON

extension RevisionHasher {
    /// Mixes in a JSON value by what it says: white space and the order of an object's members do not count.
    mutating func combine(_ json: JSONValue) {
        switch json {
        case .null:
            combine(0)
        case .bool(let value):
            combine(1)
            combine(value)
        case .integer(let value):
            combine(2)
            combine(value)
        case .number(let value):
            combine(3)
            combine(value)
        case .string(let text):
            combine(4)
            combine(text)
        case .array(let elements):
            combine(5)
            combine(elements.count)
            for element in elements { combine(element) }
        case .object(let members):
            combine(6)
            combine(members.count)
            // By their bytes, as on every machine.
            for (name, member) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                combine(name)
                combine(member)
            }
        }
    }
}
