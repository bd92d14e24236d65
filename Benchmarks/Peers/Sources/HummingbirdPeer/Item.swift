/// One cell of a widget, of any kind.
struct Item: Codable {
    struct Price: Codable {
        let amount: Int
        let currency: String
        let formatted: String
    }

    struct Reason: Codable {
        let kind: String
        let text: String
        let item: String?
    }

    struct Distance: Codable {
        let meters: Int
        let text: String
    }

    struct CaptionText: Codable {
        let text: String
        let former: String?
    }

    struct Attributes: Codable {
        let type: String?
        let bedrooms: Int?
        let bathrooms: Double?
        let area: Double?
    }

    let id: String
    let kind: String
    let title: String
    let caption: [CaptionText]
    let price: Price?
    let attributes: Attributes?
    let address: String?
    let latitude: Double?
    let longitude: Double?
    let market: String?
    let listedAt: String?
    let href: String
    let accessibilityLabel: String
    let accessibilityValue: String?
    let revision: String
    let tracking: String
    let dismissible: Bool?
    let placeholder: String?
    let isNew: Bool?
    let distance: Distance?
    let match: String?
    let reason: Reason?
    let note: String?
}
