/// One section of a home.
struct Widget: Codable {
    struct Badge: Codable {
        let count: Int
        let text: String
    }

    struct LoadMore: Codable {
        let href: String
    }

    let id: String
    let title: String
    let layout: String
    let state: String
    let revision: String
    let tracking: String
    let header: Header
    let badge: Badge?
    let metrics: Metrics
    let items: [Item]
    let loadMore: LoadMore?
}

/// Where a widget's items stand.
struct Metrics: Codable {
    struct Size: Codable {
        let width: Double
        let height: Double
    }

    let y: Double
    let height: Double
    let visibleItems: Double
    let rows: Int
    let columns: Int?
    let rowHeight: Double
    let itemSize: Size
    let imageSize: Size?
    let captionHeight: Double
    let contentInsets: Insets
    let columnSpacing: Double
    let rowSpacing: Double
    let separator: Double?
    let scroll: String
}
