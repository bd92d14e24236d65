/// One cell of a widget, of any kind.
struct Item: Codable {
    struct Price: Codable {
        let amount: Int
        let currency: String
        let formatted: String
    }

    struct Reason: Codable {
        let code: String
        let text: String
    }

    struct Distance: Codable {
        let meters: Int
        let text: String
    }

    let id: String
    let kind: String
    let title: String
    let subtitle: String?
    let text: String?
    let price: Price?
    let type: String?
    let bedrooms: Int?
    let bathrooms: Double?
    let area: Double?
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
    let isNew: Bool?
    let distance: Distance?
    let match: String?
    let reason: Reason?
}
