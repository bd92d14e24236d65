// swift-tools-version: 6.3
import PackageDescription

// `Scripts/clients` generates HearthClient beside this package.
let package = Package(
    name: "Fetch",
    dependencies: [.package(path: "../HearthClient")],
    targets: [.executableTarget(name: "Fetch", dependencies: ["HearthClient"])]
)
