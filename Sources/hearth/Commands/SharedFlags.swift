import Foundation

extension Flag {
    static let store = Flag(
        "store",
        "FILE|URL",
        "the store: a file, or postgresql://…",
        default: "hearth.store"
    )
    static let config = Flag("config", "FILE", "what the home is made of", default: "Config/home.json")
    static let maxCatalogueMemory = Flag(
        "max-catalogue-memory",
        "BYTES",
        "how much memory the catalogue may take",
        default: "\(CatalogueFollower.Limits().catalogue)",
        in: (1 << 16)...(1 << 40)
    )

    /// The phone, as the parameters of ``Arguments/parameters(_:)``.
    static let device = [
        Flag("width", "PT", "the phone's width in points, 200 to 2048"),
        Flag("scale", "N", "pixels per point, 1 to 4", default: "2"),
        Flag("text-scale", "N", "how much larger text is set, 0.8 to 3.2", default: "1"),
    ]
}

extension Arguments {
    /// The values of these flags as the parameters of a request, whose names are theirs: `textScale` of `--text-scale`.
    func parameters(_ flags: [Flag]) -> [(name: String, value: String)] {
        flags.compactMap { flag in
            let words = flag.name.split(separator: "-")
            let name = words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized }
            return self[flag.name].map { (name, $0) }
        }
    }
}
