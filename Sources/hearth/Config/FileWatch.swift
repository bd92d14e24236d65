/// Looks at files again and again, to see whether they are still as they were when they were read.
///
/// A look follows links and takes files by their names, so that it does not matter how one came to be another: written
/// where it is, put in another's place, or behind a link that was turned, as Kubernetes turns those of a ConfigMap.
struct FileWatch {
    /// The time between two looks.
    static let interval = Duration.milliseconds(500)

    /// The files as they were read, or as they were when their change was told.
    private var known: [WatchedFile]
    private var lastLook: [WatchedFile] = []

    /// Watches these, which were read as they stood then.
    init(_ files: [WatchedFile]) {
        known = files
    }

    /// The files as they stand now.
    var files: [WatchedFile] { known.map { WatchedFile(at: $0.path) } }

    /// Looks at the files. To be called once in each ``interval``.
    /// - Returns: the paths of those that have changed; each change once, and not before two looks in a row have seen the
    ///   same: a file that is being written is left alone.
    mutating func look() -> [String] {
        let seen = files
        defer { lastLook = seen }
        guard seen != known, seen == lastLook else { return [] }
        defer { known = seen }
        return zip(known, seen).filter { $0 != $1 }.map(\.1.path)
    }
}
