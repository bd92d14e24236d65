extension Flag {
    static let store = Flag(
        "store",
        "FILE|URL",
        "the property store: a file, or postgresql://…",
        default: "hearth.store"
    )
    static let config = Flag("config", "FILE", "what the home is made of", default: "Config/home.json")
    static let width = Flag("width", "PT", "the phone's width in points, 200 to 2048")
    static let scale = Flag("scale", "N", "pixels per point, 1 to 4", default: "2")
    static let textScale = Flag("text-scale", "N", "how much larger text is set, 0.8 to 3.2", default: "1")
}
