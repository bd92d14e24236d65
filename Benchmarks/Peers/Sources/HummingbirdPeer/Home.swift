import Hummingbird

/// A home for `JSONEncoder`.
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
    let textStyles: [String: TextStyle]
    let palette: [String: Color]
    let header: Header
    let segments: [Segment]
    let experiments: [ExperimentArm]
    let shown: String?
    let refreshAfter: Int
    let staleWhileRevalidate: Int
    let contentHeight: Double
    let homeWidgets: [Widget]
}

struct Header: Codable {
    struct Metrics: Codable {
        let height: Double
        let padding: Insets
        let lines: [TextLine]?
        let accessoryWidth: Double?
        let badge: Badge?
    }

    struct Badge: Codable {
        let position: String
        let spacing: Double
        let height: Double
        let padding: Double
        let style: String
        let lineHeight: Double
        let maxLines: Int
    }

    let kind: String
    let title: String?
    let subtitle: String?
    let href: String?
    let metrics: Metrics
}

struct Color: Codable {
    let light: String
    let dark: String
}

struct TextStyle: Codable {
    let size: Double
    let lineHeight: Double
    let weight: Int
    let color: String?
}

struct TextLine: Codable {
    let style: String
    let lineHeight: Double
    let maxLines: Int
}

struct Insets: Codable {
    let top: Double
    let leading: Double
    let bottom: Double
    let trailing: Double
}
