import Foundation

/// The three descriptors that every program counts on.
enum StandardStreams {
    /// Puts `/dev/null` in the place of those that were closed when the program was started, before a socket or the
    /// store can get there and take the log for its own bytes. To be called before anything is opened.
    static func occupyPlaces() {
        for place in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(place, F_GETFD) < 0 {
            // Sound: the path is a terminated text. The lowest free number is given, which is this one.
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }
}
