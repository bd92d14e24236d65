/// Looks at files again and again, to see whether they are still what they were when they were read.
///
/// A look follows links and takes files by their names, so that it does not matter how one came to be another: written
/// where it is, put in another's place, or behind a link that was turned, as Kubernetes turns those of a ConfigMap.
struct FileWatch {
    /// The time between two looks.
    static let interval = Duration.milliseconds(500)

    /// As they were read, or as they were when their change was told.
    private var known: [WatchedFile] = []
    private var lastLook: [WatchedFile] = []
    /// When to look again.
    private(set) var next = ContinuousClock.Instant.now

    /// Watches these from now on, which were read as they stood then.
    mutating func watch(_ files: [WatchedFile]) {
        known = files
    }

    /// Looks, where it is time to.
    /// - Returns: the paths of those that have changed; each change once, and not before two looks in a row have seen the
    ///   same: what is being written is left alone.
    mutating func look() -> [String] {
        guard next <= .now else { return [] }
        next = .now + Self.interval
        let seen = known.map { WatchedFile(at: $0.path) }
        defer { lastLook = seen }
        guard seen != known, seen == lastLook else { return [] }
        defer { known = seen }
        return zip(known, seen).filter { $0 != $1 }.map(\.1.path)
    }
}
