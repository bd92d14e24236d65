import EventLoop

/// A process that relays requests.
package protocol RelayHost: Sendable {
    /// Makes an end of it where it has none yet, waits for that, and tells how it ended; `nil` where nobody knows. Called
    /// once.
    func end() -> ProcessEnd?
}

/// Starts a process that runs ``RelayService`` on the descriptor, which is open in this process for as long as the call
/// takes.
package typealias RelayLaunch = @Sendable (_ descriptor: Int32) throws(SpawnError) -> any RelayHost

/// What happens to relays, for whoever counts it.
package enum RelayEvent: Hashable, Sendable {
    /// One has ended that was not to; what became of it, and after how long another takes its place.
    case died(String, pause: Duration)
    /// One has done as many requests as it was to do, and another has taken its place.
    case renewed
}
