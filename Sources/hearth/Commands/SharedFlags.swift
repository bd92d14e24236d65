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
        default: "\(2 << 30)"
    )
    static let width = Flag("width", "PT", "the phone's width in points, 200 to 2048")
    static let scale = Flag("scale", "N", "pixels per point, 1 to 4", default: "2")
    static let textScale = Flag("text-scale", "N", "how much larger text is set, 0.8 to 3.2", default: "1")
}

extension Arguments {
    /// The value of ``Flag/maxCatalogueMemory``, in bytes.
    func maxCatalogueMemory() throws(UsageError) -> Int {
        try integer(Flag.maxCatalogueMemory.name, in: (1 << 16)...(1 << 40))
    }
}
