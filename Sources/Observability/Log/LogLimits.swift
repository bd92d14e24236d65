/// How much of anything the log holds while its output takes nothing, and what it leaves out first.
public struct LogLimits: Hashable, Sendable {
    /// The lines of requests that wait to be written. A line takes 128 bytes.
    public var lines = 8192
    /// From so many lines on only every ``nth`` is kept, and every line of a failed request.
    public var sampledFrom = 4096
    /// From so many lines on only those of failed requests (5xx) are kept.
    public var failuresFrom = 7168
    /// Under load, each line that is kept stands for so many.
    public var nth = 16
    /// The bytes of events that wait to be written.
    public var eventBytes = 64 * 1024

    /// The defaults.
    public init() {}
}
