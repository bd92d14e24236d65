/// One section of a home.
struct Widget: Codable {
    /// The upper edges on the page.
    struct Position: Codable {
        let header: Double
        let items: Double
        let footer: Double?
    }

    struct Badge: Codable {
        let count: Int
        let text: String
    }

    struct LoadMore: Codable {
        let href: String
        let metrics: Header.Metrics?
    }

    struct Map: Codable {
        struct Region: Codable {
            let latitude: Double
            let longitude: Double
            let latitudeSpan: Double
            let longitudeSpan: Double
        }

        struct Cluster: Codable {
            let latitude: Double
            let longitude: Double
            let items: [Int]
        }

        let region: Region
        let clusters: [Cluster]
    }

    let id: String
    let title: String
    let layout: String
    let state: String
    let revision: String
    let contentRevision: String
    let tracking: String
    let position: Position
    let header: Header
    let badge: Badge?
    let metrics: Metrics
    let map: Map?
    let items: [Item]
    let loadMore: LoadMore?
}

/// The geometry of a widget's items.
struct Metrics: Codable {
    struct Caption: Codable {
        let position: String
        let height: Double
        let padding: Insets
        let lines: [TextLine]
    }

    struct Note: Codable {
        let position: String
        let height: Double
        let inset: Double?
        let padding: Insets?
        let style: String
        let lineHeight: Double
        let maxLines: Int
    }

    struct Separator: Codable {
        let leading: Double
        let trailing: Double
        let thickness: Double
        let color: String?
    }

    struct Size: Codable {
        let width: Double
        let height: Double
    }

    let height: Double
    let visibleItems: Double
    let rows: Int
    let columns: Int?
    let rowHeight: Double
    let itemSize: Size
    let imageSize: Size?
    let caption: Caption?
    let note: Note?
    let contentInsets: Insets
    let columnSpacing: Double
    let rowSpacing: Double
    let separator: Separator?
    let scroll: String
    let itemOrder: String?
}
