// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "HearthClient",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [.library(name: "HearthClient", targets: ["HearthClient"])],
    targets: [
        .target(name: "HearthClient", swiftSettings: settings),
        .testTarget(name: "HearthClientTests", dependencies: ["HearthClient"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
