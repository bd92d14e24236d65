import Dispatch

/// Runs an actor's jobs one after the other on a queue of its own, where they may wait for the disk without keeping
/// a thread of the cooperative pool or an event loop from its work.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// An executor whose threads carry the label.
    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Sound: a job is run exactly once, here, on this executor.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
