/// What a parameter, or a field of what is copied in, can be.
package enum Value: Hashable, Sendable {
    case null
    /// `int2`
    case int2(Int16)
    /// `int4`
    case int4(Int32)
    /// `int8`
    case int8(Int64)
    /// `text`, without U+0000, which no server takes.
    case text(String)
    /// `bytea`
    case bytea([UInt8])
    /// `int8[]`
    case int8s([Int64])
    /// `text[]`
    case texts([String])
    /// `bytea[]`
    case byteas([[UInt8]])

    /// An `int8`, or NULL.
    package static func int8(_ value: Int64?) -> Self { value.map { .int8($0) } ?? .null }

    /// A `text`, or NULL.
    package static func text(_ value: String?) -> Self { value.map { .text($0) } ?? .null }
}
