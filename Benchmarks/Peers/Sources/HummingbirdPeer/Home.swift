import Hummingbird

/// A home for `JSONEncoder`.
///
/// Where Hearth writes `null`, the encoder leaves the member out.
struct Home: ResponseCodable {
    struct Device: Codable {
        let width: Double
        let scale: Double
        let textScale: Double
    }

    struct Segment: Codable {
        let id: String
        let title: String
        let active: Bool
        let href: String?
    }

    struct ExperimentArm: Codable {
        let id: String
        let arm: String
    }

    let schema: Int
    let revision: String
    let locale: String
    let direction: String
    let device: Device
    let header: Header
    let segments: [Segment]
    let experiments: [ExperimentArm]
    let shown: String?
    let contentHeight: Double
    let homeWidgets: [Widget]
}

struct Header: Codable {
    struct Metrics: Codable {
        let y: Double
        let height: Double
        let padding: Insets
    }

    let kind: String
    let title: String?
    let subtitle: String?
    let href: String?
    let metrics: Metrics
}

struct Insets: Codable {
    let top: Double
    let leading: Double
    let bottom: Double
    let trailing: Double
}
