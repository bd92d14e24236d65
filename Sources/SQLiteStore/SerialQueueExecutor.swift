import Dispatch

/// Runs an actor's jobs one after the other on a queue of its own, where they may wait for the disk without keeping
/// a thread of the cooperative pool or an event loop from its work.
final class SerialQueueExecutor: SerialExecutor {
    private let queue: DispatchQueue
    /// What only a thread finds that runs the queue's jobs.
    private let mark = DispatchSpecificKey<Void>()

    /// An executor whose threads carry the label.
    init(label: String) {
        queue = DispatchQueue(label: label)
        queue.setSpecific(key: mark, value: ())
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Sound: a job is run exactly once, here, on this executor.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
    /// Waits for the jobs that are under way, so that none of them holds on to the actor any more.
    func drain() {
        if DispatchQueue.getSpecific(key: mark) == nil { queue.sync {} }
    }
}
