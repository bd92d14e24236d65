import HomeFeed
import Testing

/// A home as a client reads it out of the JSON.
struct Document: Decodable, Equatable {
    var schema: Int
    var revision: String
    var locale: String
    var direction: String
    var device: [String: Double]
    var header: Header
    var segments: [Segment]
    var experiments: [Arm]
    var shown: String
    var refreshAfter: Int
    var staleWhileRevalidate: Int
    var contentHeight: Double
    var homeWidgets: [Widget]

    struct Segment: Decodable, Equatable {
        var id: String
        var title: String
        var active: Bool
        var href: String?
    }

    struct Arm: Decodable, Equatable {
        var id: String
        var arm: String
    }

    struct Map: Decodable, Equatable {
        struct Cluster: Decodable, Equatable {
            var latitude: Double
            var longitude: Double
            var items: [Int]
        }

        var region: [String: Double]
        var clusters: [Cluster]?
    }

    struct Widget: Decodable, Equatable {
        var id: String
        var title: String
        var layout: String
        var downgradedFrom: String?
        var state: String
        var revision: String
        var tracking: String
        var position: Position?
        /// Of a widget that is a document of its own.
        var shown: String?
        var header: Header
        var badge: Badge?
        var metrics: Metrics
        var age: Int?
        var href: String?
        var error: Failure?
        var retry: Link?
        var fallback: String?
        var map: Map?
        var dismissible: Bool?
        var filters: [Chip]?
        var sorts: [Chip]?
        var items: [Item]
        var loadMore: Link?
        var footer: Footer?
    }

    /// Tops on the page.
    struct Position: Decodable, Equatable {
        var header: Double
        var items: Double
        var footer: Double?
    }

    struct Header: Decodable, Equatable {
        var kind: String
        var title: String?
        var subtitle: String?
        var href: String?
        var metrics: Bar
    }

    struct Footer: Decodable, Equatable {
        var title: String
        var href: String
        var metrics: Bar
    }

    struct Bar: Decodable, Equatable {
        var height: Double
    }

    struct Badge: Decodable, Equatable {
        var count: Int
        var text: String
    }

    struct Caption: Decodable, Equatable {
        var position: String
        var height: Double
        var padding: [String: Double]
        var lines: [Line]
    }

    struct Note: Decodable, Equatable {
        var position: String
        var height: Double
    }

    struct Line: Decodable, Equatable {
        var style: String
        var lineHeight: Double
        var maxLines: Int
    }

    struct Metrics: Decodable, Equatable {
        var height: Double
        var visibleItems: Double
        var rows: Int
        var columns: Int?
        var itemSize: [String: Double]
        var imageSize: [String: Double]?
        var caption: Caption?
        var note: Note?
        var contentInsets: [String: Double]
        var columnSpacing: Double
        var rowSpacing: Double
        var scroll: String
    }

    struct Failure: Decodable, Equatable {
        var code: String
        var message: String
        var retryAfter: Int?
    }

    struct Chip: Decodable, Equatable {
        var id: String
        var title: String
        var selected: Bool?
        var href: String
    }

    struct Link: Decodable, Equatable {
        var href: String
    }

    struct Item: Decodable, Equatable {
        var id: String
        var kind: String
        var revision: String
        var tracking: String
        var title: String
        var href: String?
        var caption: [CaptionText]
        var note: String?
        var isNew: Bool?
        var distance: Distance?
        var match: String?
        var reason: Reason?
        var price: Price?
        var dismissible: Bool?
        var priceDrop: PriceDrop?
        var backInStock: Bool?
        var newSinceLastVisit: Bool?
        var saved: Bool?
        var accessibilityLabel: String
        var accessibilityValue: String?
        var error: Failure?
        var retry: Link?
    }

    struct CaptionText: Decodable, Equatable {
        var text: String
        var former: String?
    }

    struct Distance: Decodable, Equatable {
        var meters: Int
        var text: String
    }

    struct Reason: Decodable, Equatable {
        var kind: String
        var text: String
        var item: String?
    }

    struct PriceDrop: Decodable, Equatable {
        var from: Price
        var to: Price
        var percent: Int
        var seen: Bool
        var text: String
    }

    struct Price: Decodable, Equatable {
        var amount: Int
        var currency: String
        var formatted: String
    }
}

extension Document {
    /// The widget `id`, which has to be there.
    func widget(_ id: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Widget {
        try #require(homeWidgets.first { $0.id == id }, sourceLocation: sourceLocation)
    }

    /// The ids of the items of each widget, in order.
    var itemIDs: [[String]] { homeWidgets.map { $0.items.map(\.id) } }
}

extension Document.Widget {
    var itemIDs: [String] { items.map(\.id) }

    /// The widget as a part of a home, without the token of its own document.
    var withoutToken: Self {
        var widget = self
        widget.shown = nil
        return widget
    }

    /// The widget without the address of what comes behind, which says what the client knows.
    var unlinked: Self {
        var widget = self
        widget.loadMore = nil
        return widget
    }

    /// The widget, wherever on the page it is.
    var unplaced: Self {
        var widget = self
        widget.position = nil
        return widget
    }
}
