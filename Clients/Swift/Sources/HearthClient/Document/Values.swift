/// A string with known values, of which a newer server may send others.
public protocol OpenValue: RawRepresentable, Codable, Hashable, Sendable, ExpressibleByStringLiteral
where RawValue == String {
    init(rawValue: String)
}

extension OpenValue {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// Draw an unknown state like `empty`.
public struct WidgetState: OpenValue {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let loaded: Self = "loaded", stale: Self = "stale", empty: Self = "empty"
    public static let deferred: Self = "deferred", error: Self = "error"
}

/// Draw an item of any kind from its caption and images.
public struct ItemKind: OpenValue {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let listing: Self = "listing", product: Self = "product", brand: Self = "brand"
    public static let banner: Self = "banner", infoCard: Self = "infoCard", loadMore: Self = "loadMore"
    public static let error: Self = "error"
}

/// One of a few values. One that is absent, or that this version does not know, is read as the first; as `nil`, if the
/// member is optional.
public protocol ClosedValue: RawRepresentable, CaseIterable, Decodable, Hashable, Sendable where RawValue == String {}

extension KeyedDecodingContainer {
    // Synthesized initializers call these overloads.
    func decode<Value: ClosedValue>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decodeIfPresent(type, forKey: key) ?? Value.allCases[Value.allCases.startIndex]
    }

    func decodeIfPresent<Value: ClosedValue>(_: Value.Type, forKey key: Key) throws -> Value? {
        try decodeIfPresent(String.self, forKey: key).flatMap(Value.init)
    }
}

public enum Direction: String, ClosedValue { case leftToRight = "ltr", rightToLeft = "rtl" }

public enum HeaderKind: String, ClosedValue { case plain, tappable, empty }

/// With `none`, all items are in one area, such as a map.
public enum Scroll: String, ClosedValue { case vertical, horizontal, none }

/// What items fill one after another: by default columns of a carousel, and rows of all others.
public enum ItemOrder: String, ClosedValue { case row, column }

/// A caption is below or over the image.
public enum CaptionPosition: String, ClosedValue { case below, over }

/// A badge is beside or below the title.
public enum BadgePosition: String, ClosedValue { case beside, below }

/// A note is below the lines of the caption, or a label over the image.
public enum NotePosition: String, ClosedValue { case caption, image }
