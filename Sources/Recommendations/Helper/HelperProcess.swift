import EventLoop

/// A process that helpers requests.
package protocol HelperProcess: Sendable {
    /// Makes an end of it where it has none yet, waits for that, and tells how it ended; `nil` where nobody knows. Called
    /// once.
    func end() -> ProcessTermination?
}

/// Starts a process that runs ``HelperService`` on the descriptor, which is open in this process for as long as the call
/// takes.
package typealias HelperLauncher = @Sendable (_ descriptor: Int32) throws(SpawnError) -> any HelperProcess

/// What happens to helpers, for whoever counts it.
package enum HelperEvent: Hashable, Sendable {
    /// One has ended that was not to; what became of it, and after how long another takes its place.
    case died(String, pause: Duration)
    /// One has done as many requests as it was to do, and another has taken its place.
    case renewed
}
