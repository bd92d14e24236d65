// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func library(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: Target.Dependency...) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, swiftSettings: settings)
}

/// The files of the page at `/preview`.
let pageFiles = [
    "index.html", "style.css", "icon.svg", "item.svg", "listing.svg", "product.svg",
    "ask.js", "devices.js", "dom.js", "geometry.js", "home.js", "items.js", "main.js", "map.js", "panel.js", "phone.js",
    "place.js", "section.js",
]

let package = Package(
    name: "hearth",
    products: [.executable(name: "hearth", targets: ["hearth"])],
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        library("Base64"),
        library("ByteOutput"),
        library("Caching"),
        library("Secrets", "COpenSSL"),
        library("Revisions"),
        library("Deflate", "ByteOutput", "CZlib"),
        library("Telemetry", "ByteOutput", "EventLoops", "HTTPServer"),
        library("CheckedJSON"),
        library("Authentication", "Base64", "CheckedJSON", "COpenSSL", "Secrets"),
        library("EventLoops", "CLinux"),
        library("PostgreSQL", "CLinux", "CPostgreSQL", "EventLoops"),
        library("HTTPServer", "ByteOutput", "CLinux", "Deflate", "EventLoops"),
        library("HomeLayout"),
        .target(
            name: "Preview",
            dependencies: ["Revisions"],
            resources: pageFiles.map { .embedInCode("Page/\($0)") },
            swiftSettings: settings
        ),
        .target(
            name: "Words",
            dependencies: ["ByteOutput", "Caching", "CheckedJSON", "Revisions"],
            resources: [.embedInCode("en.json"), .embedInCode("plurals.json")],
            swiftSettings: settings
        ),
        library("HomeDocument", "Base64", "ByteOutput", "Caching", "HomeLayout", "Revisions", "Words"),
        .target(
            name: "Catalogue",
            dependencies: ["Caching", "CheckedJSON", "Revisions"],
            resources: [.embedInCode("kinds.json")],
            // A type of our own that holds a `Span` has to say what it depends on.
            swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]
        ),
        library("SQLiteStore", "Catalogue", "CSQLite"),
        library("PostgreSQLStore", "Catalogue", "EventLoops", "PostgreSQL"),
        library("StoreCopy", "Catalogue", "PostgreSQL", "PostgreSQLStore", "Revisions", "SQLiteStore"),
        library("CatalogueImport", "Catalogue", "CheckedJSON", "Revisions", "SQLiteStore", "CZlib"),
        library("Recommendations", "Catalogue", "Revisions"),
        library("Processes"),
        library("Relay", "CLinux", "EventLoops", "Processes"),
        library(
            "GorseClient",
            "Caching",
            "CheckedJSON",
            "EventLoops",
            "Catalogue",
            "Recommendations",
            "Relay",
            "Revisions",
            "Telemetry"
        ),
        library(
            "HomeFeed",
            "Base64",
            "ByteOutput",
            "Caching",
            "CheckedJSON",
            "HomeDocument",
            "HomeLayout",
            "Catalogue",
            "Recommendations",
            "Revisions",
            "Secrets",
            "Words"
        ),
        .executableTarget(
            name: "hearth",
            dependencies: [
                "Authentication", "CLinux", "CatalogueImport", "CheckedJSON", "EventLoops", "GorseClient",
                "HTTPServer", "HomeDocument",
                "HomeFeed",
                "HomeLayout", "PostgreSQLStore", "Preview", "Processes", "Catalogue", "Recommendations", "Relay",
                "Revisions", "SQLiteStore", "Secrets", "StoreCopy", "Telemetry",
                "Words",
            ],
            resources: [.embedInCode("OpenAPI/openapi.json")],
            swiftSettings: settings
        ),
        .executableTarget(name: "HomeClient", path: "Examples/HomeClient", swiftSettings: settings),

        // What the tests of several targets ask and read with.
        .target(name: "Contract", dependencies: ["CheckedJSON"], path: "Tests/Contract", swiftSettings: settings),
        .target(
            name: "DatabaseServer",
            dependencies: ["EventLoops"],
            path: "Tests/DatabaseServer",
            swiftSettings: settings
        ),
        .target(name: "Gunzip", dependencies: ["CZlib"], path: "Tests/Gunzip", swiftSettings: settings),
        .target(name: "HTTPTestClient", path: "Tests/HTTPTestClient", swiftSettings: settings),
        .target(name: "PrometheusText", path: "Tests/PrometheusText", swiftSettings: settings),

        tests(of: "Base64"),
        tests(of: "ByteOutput"),
        tests(of: "Caching"),
        tests(of: "Revisions"),
        tests(of: "Secrets", "COpenSSL"),
        tests(of: "Telemetry", "CheckedJSON", "EventLoops", "HTTPServer", "PrometheusText"),
        tests(of: "CheckedJSON"),
        tests(of: "Contract", "CheckedJSON"),
        tests(of: "Authentication", "CheckedJSON", "COpenSSL"),
        tests(of: "Deflate", "CZlib", "Gunzip"),
        tests(of: "HTTPServer", "EventLoops", "Gunzip", "HTTPTestClient"),
        tests(of: "PostgreSQL", "DatabaseServer", "EventLoops"),
        tests(of: "PostgreSQLStore", "DatabaseServer", "Catalogue"),
        tests(of: "HomeLayout"),
        tests(of: "Words", "CheckedJSON", "Revisions"),
        tests(of: "HomeDocument", "Contract", "HomeLayout", "Revisions", "Words"),
        tests(of: "Catalogue", "CheckedJSON", "Revisions"),
        .testTarget(
            name: "StoreTests",
            dependencies: ["Catalogue", "DatabaseServer", "PostgreSQL", "PostgreSQLStore", "SQLiteStore"],
            swiftSettings: settings
        ),
        tests(of: "StoreCopy", "DatabaseServer", "PostgreSQLStore", "Catalogue", "SQLiteStore"),
        tests(of: "CatalogueImport", "Catalogue", "CheckedJSON", "Revisions", "CZlib"),
        tests(of: "Recommendations", "Catalogue", "Revisions"),
        tests(of: "Relay", "EventLoops", "Processes"),
        tests(of: "GorseClient", "Catalogue", "Recommendations", "Relay", "SQLiteStore", "Telemetry"),
        tests(
            of: "HomeFeed",
            "CheckedJSON",
            "Contract",
            "HomeDocument",
            "HomeLayout",
            "Catalogue",
            "Recommendations",
            "Revisions",
            "SQLiteStore",
            "Words"
        ),
        .testTarget(
            name: "HearthTests",
            dependencies: [
                "hearth", "COpenSSL", "CSQLite", "CZlib", "CheckedJSON", "Contract", "DatabaseServer", "EventLoops",
                "Gunzip", "HTTPServer", "HTTPTestClient", "HomeClient", "HomeDocument", "HomeFeed", "HomeLayout",
                "Catalogue", "PrometheusText", "SQLiteStore",
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
                "Authentication", "Base64", "CatalogueImport", "CheckedJSON", "COpenSSL", "Deflate", "Gunzip",
                "HTTPServer", "HomeFeed", "LibFuzzer", "Catalogue", "Revisions", "Words",
            ],
            path: "Tests/Fuzz/Fuzzers",
            swiftSettings: settings
        ),
    ]
}
