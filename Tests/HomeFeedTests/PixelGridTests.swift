import Foundation
import HomeLayout
import Testing

@testable import HomeFeed

@Suite struct `The frames of a home` {
    private static let lengths: Set = [
        "header", "items", "footer", "contentHeight", "width", "height", "top", "leading", "bottom", "trailing",
        "lineHeight", "accessoryWidth", "columnSpacing", "rowSpacing", "thickness", "offset", "spacing", "padding",
    ]

    /// The lengths of a document in points, by path.
    private static func lengths(in json: Any, at path: String = "") -> [(path: String, points: Double)] {
        if let list = json as? [Any] { return list.flatMap { lengths(in: $0, at: path) } }
        let object = json as? [String: Any] ?? [:]
        return object.flatMap { key, value -> [(path: String, points: Double)] in
            if ["device", "pixels", "smallerPixels", "images"].contains(key) { return [] }
            guard let number = value as? NSNumber else { return lengths(in: value, at: "\(path)/\(key)") }
            return lengths.contains(key) ? [("\(path)/\(key)", number.doubleValue)] : []
        }
    }

    @Test(arguments: [
        120, 140, 160, 180, 200, 213, 220, 240, 260, 280, 300, 320, 340, 360, 390, 400, 420, 440, 450, 480, 520, 560,
        600, 640, 720, 800,
    ])
    func `are on the pixel grid of each of Android's densities, as clients read them`(dpi: Int) async throws {
        let world = try FullHome.world()
        let width = 1_080.0 / Double(dpi) * 160
        let text = (name: "scale", value: "\(Double(dpi) / 160)")
        let request = try HomeRequest(parameters: [
            ("width", "\(min(max(width, 200), 2_048))"), text, ("user", "u1"), ("lat", "39.47"), ("lon", "-0.376"),
        ])
        let bytes = try await world.bytes(request)
        let home = try JSONSerialization.jsonObject(with: Data(bytes))
        let device = try #require((home as? [String: Any])?["device"] as? [String: Double])
        #expect(device["scale"] == Double(dpi) / 160)
        let found = Self.lengths(in: home)
        #expect(found.count > 100)
        for length in found {
            let pixels = length.points * Double(dpi) / 160
            #expect(abs(pixels - pixels.rounded()) <= 0.003, "\(length.path): \(length.points) pt")
        }
    }
}
