// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A type of our own that holds a `Span` has to say what it depends on.
let lifetimes: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]

func library(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: Target.Dependency...) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, swiftSettings: settings)
}

let package = Package(
    name: "hearth",
    products: [.executable(name: "hearth", targets: ["hearth"])],
    targets: [
        .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        library("Bytes", "COpenSSL"),
        library("JSON", "Bytes"),
        library("EventLoop", "CLinux"),
        library("HTTPServer", "Bytes", "CISAL", "CLinux", "EventLoop"),
        library("Observability", "Bytes", "EventLoop", "HTTPServer"),
        library("Auth", "Bytes", "COpenSSL", "JSON"),
        .target(
            name: "Localization",
            dependencies: ["Bytes", "JSON"],
            resources: [.embedInCode("en.json"), .embedInCode("plurals.json"), .embedInCode("subtags.json")],
            swiftSettings: settings
        ),
        .target(name: "HomeLayout", exclude: ["DejaVu-LICENSE.txt"], swiftSettings: settings),
        .target(
            name: "Catalogue",
            dependencies: ["Bytes", "CLinux", "JSON"],
            resources: [.embedInCode("kinds.json")],
            swiftSettings: settings + lifetimes
        ),
        library("SQLiteStore", "Catalogue", "CSQLite", "EventLoop"),
        library("PostgreSQLStore", "Catalogue", "CPostgreSQL", "EventLoop"),
        library("Recommendations", "Bytes", "Catalogue", "CLinux", "EventLoop", "JSON", "Observability"),
        library("Import", "Bytes", "Catalogue", "CZlib", "EventLoop", "JSON", "SQLiteStore"),
        .target(
            name: "HomeFeed",
            dependencies: [
                "Bytes", "CLinux", "Catalogue", "HomeLayout", "JSON", "Localization", "Recommendations",
            ],
            swiftSettings: settings + lifetimes
        ),
        .executableTarget(
            name: "hearth",
            dependencies: [
                "Auth", "Bytes", "CLinux", "Catalogue", "EventLoop", "HTTPServer", "HomeFeed", "HomeLayout",
                "Import", "JSON", "Localization", "Observability", "PostgreSQLStore", "Recommendations", "SQLiteStore",
            ],
            exclude: ["Preview/browser.d.ts", "Preview/contract.d.ts", "Preview/tsconfig.json"],
            resources: [
                .embedInCode("OpenAPI/openapi.json"), .embedInCode("Preview/gallery.json"),
                .embedInCode("Preview/Page"), .embedInCode("Reporting/Page/report.css"),
            ],
            swiftSettings: settings
        ),
        .target(name: "HearthClient", path: "Clients/Swift/Sources/HearthClient", swiftSettings: settings),

        // Shared by several test targets.
        .target(name: "Contract", dependencies: ["JSON"], path: "Tests/Contract", swiftSettings: settings),
        .target(
            name: "DatabaseServer",
            dependencies: ["EventLoop"],
            path: "Tests/DatabaseServer",
            swiftSettings: settings
        ),
        .target(name: "GorseAnswers", path: "Tests/GorseAnswers", swiftSettings: settings),
        .target(name: "Gunzip", dependencies: ["CZlib"], path: "Tests/Gunzip", swiftSettings: settings),
        .target(name: "HTTPTestClient", path: "Tests/HTTPTestClient", swiftSettings: settings),
        .target(name: "PrometheusText", path: "Tests/PrometheusText", swiftSettings: settings),
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: settings),

        tests(of: "Bytes", "COpenSSL", "SeededRandom"),
        tests(of: "JSON"),
        tests(of: "HTTPServer", "CZlib", "EventLoop", "Gunzip", "HTTPTestClient", "SeededRandom"),
        tests(of: "Observability", "EventLoop", "HTTPServer", "JSON", "PrometheusText", "SeededRandom"),
        tests(of: "Auth", "COpenSSL", "JSON", "SeededRandom"),
        tests(of: "Localization", "Bytes", "JSON"),
        tests(of: "HomeLayout", "SeededRandom"),
        tests(of: "Catalogue", "Bytes", "JSON", "SeededRandom"),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "Catalogue", "DatabaseServer", "EventLoop", "PostgreSQLStore", "SQLiteStore", "SeededRandom",
            ],
            swiftSettings: settings
        ),
        tests(of: "PostgreSQLStore", "Catalogue", "DatabaseServer", "SeededRandom"),
        tests(
            of: "Recommendations",
            "Bytes",
            "Catalogue",
            "EventLoop",
            "GorseAnswers",
            "Observability",
            "SQLiteStore",
            "SeededRandom"
        ),
        tests(of: "Import", "Bytes", "Catalogue", "CZlib", "JSON", "SeededRandom"),
        tests(
            of: "HomeFeed",
            "Bytes",
            "Catalogue",
            "Contract",
            "HomeLayout",
            "JSON",
            "Localization",
            "Recommendations",
            "SQLiteStore",
            "SeededRandom"
        ),
        tests(of: "Contract", "JSON"),
        .testTarget(
            name: "HearthTests",
            dependencies: [
                "hearth", "Bytes", "COpenSSL", "CSQLite", "CZlib", "Catalogue", "Contract", "DatabaseServer",
                "EventLoop",
                "GorseAnswers", "Gunzip",
                "HTTPServer", "HTTPTestClient", "HearthClient", "HomeFeed", "HomeLayout", "JSON",
                "Observability", "PostgreSQLStore", "PrometheusText", "SQLiteStore", "SeededRandom",
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Where the tests of one target are wanted alone, the others need not be built, which takes longer than everything else.
if let only = Context.environment["HEARTH_TESTS"] {
    package.targets.removeAll { $0.type == .test && $0.name != only }
}

// The fuzzers need libFuzzer, which comes with a sanitizer: Scripts/fuzz builds and runs them.
if Context.environment["HEARTH_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "LibFuzzer", path: "Tests/Fuzz/LibFuzzer"),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "Auth", "Bytes", "Catalogue", "COpenSSL", "Gunzip", "HTTPServer", "HomeFeed", "Import", "JSON",
                "LibFuzzer",
                "Localization",
            ],
            path: "Tests/Fuzz/Fuzzers",
            swiftSettings: settings
        ),
    ]
}
