/// One cell of a widget, of any kind.
public struct Item: Decodable, Hashable, Identifiable, Sendable {
    public let id: String, kind: ItemKind, title: String
    /// Line `i` is drawn in line `i` of the metrics' caption.
    @Lossy public private(set) var caption: [CaptionLine]
    public let note, href: String?
    public let accessibilityLabel: String, accessibilityValue: String?
    /// Equal revisions mean equal content, apart from `tracking`.
    public let revision, tracking: String
    public let dismissible, isNew, saved, backInStock, newSinceLastVisit: Bool?
    /// The colour in the place of an image that is not there yet: `#rrggbb`.
    public let placeholder: String?
    @Lossy public private(set) var images: [ItemImage]
    @Lossy public private(set) var attributes: [String: AttributeValue]
    public let category, address, market, listedAt, match: String?
    public let latitude, longitude: Double?
    public let price, previousPrice: Money?, priceDrop: PriceDrop?
    public let brand: Brand?, distance: Distance?, reason: Reason?
    /// Of a cell for a part that could not be loaded.
    public let error: LoadError?, retry: Retry?
}

/// `former` is drawn after the text, struck through.
public struct CaptionLine: Decodable, Hashable, Sendable { public let text: String, former: String? }

/// Width and height are in pixels.
public struct ItemImage: Decodable, Hashable, Sendable {
    public let url: String, width, height: Int?
    @Lossy public private(set) var srcset: [ItemImage]
}

public struct Brand: Decodable, Hashable, Identifiable, Sendable { public let id, name: String }

/// The amount is in minor units of the currency.
public struct Money: Decodable, Hashable, Sendable { public let amount: Int, currency, formatted: String }

public struct Distance: Decodable, Hashable, Sendable { public let meters: Double, text: String }

public struct Reason: Decodable, Hashable, Sendable { public let kind, text: String, item: String? }

/// `seen`: the user saw the former price.
public struct PriceDrop: Decodable, Hashable, Sendable {
    public let from, to: Money, percent: Double, seen: Bool, text: String
}

public enum AttributeValue: Decodable, Hashable, Sendable {
    case number(Double), text(String), flag(Bool), money(Money)

    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self =
            try (try? .flag(value.decode(Bool.self))) ?? (try? .number(value.decode(Double.self)))
            ?? (try? .text(value.decode(String.self))) ?? .money(value.decode(Money.self))
    }
}
