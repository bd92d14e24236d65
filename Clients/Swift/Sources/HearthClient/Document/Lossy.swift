/// An array or a dictionary without the elements that cannot be decoded. It may be absent.
@propertyWrapper
public struct Lossy<Value: LossyDecodable & Hashable & Sendable>: Decodable, Hashable, Sendable {
    public var wrappedValue: Value

    public init(from decoder: any Decoder) throws { wrappedValue = Value(lossy: decoder) }
    init(_ value: Value) { wrappedValue = value }
}

public protocol LossyDecodable {
    init()
    init(lossy decoder: any Decoder)
}

extension Array: LossyDecodable where Element: Decodable {
    public init(lossy decoder: any Decoder) {
        self = ((try? [Attempt<Element>](from: decoder)) ?? []).compactMap(\.value)
    }
}

extension Dictionary: LossyDecodable where Key == String, Value: Decodable {
    public init(lossy decoder: any Decoder) {
        self = ((try? [String: Attempt<Value>](from: decoder)) ?? [:]).compactMapValues(\.value)
    }
}

private struct Attempt<Value: Decodable>: Decodable {
    let value: Value?
    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension KeyedDecodingContainer {
    /// Synthesized initializers call this overload.
    func decode<Value>(_: Lossy<Value>.Type, forKey key: Key) throws -> Lossy<Value> {
        try decodeIfPresent(Lossy<Value>.self, forKey: key) ?? Lossy(Value())
    }
}
