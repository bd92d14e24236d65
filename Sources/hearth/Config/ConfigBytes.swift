import Foundation
import Telemetry

/// The bytes of a config and of the files that belong to it, as they were read.
struct ConfigBytes: Codable, Sendable {
    /// When they were read.
    var readAt = Timestamp.now()
    /// The files in the order in which they were read, each as it stood before that.
    var files: [WatchedFile] = []
    /// The bytes of each file, by its path.
    var texts: [String: Data] = [:]
}
