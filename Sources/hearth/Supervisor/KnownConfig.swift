import Processes

/// What the supervisor knows of the config, of which it reads nothing itself.
struct KnownConfig {
    /// What is served with, for whoever has to replace a worker; `nil` before anybody has served.
    private(set) var record: ConfigRecord?
    /// The one that was to be served with after that, and why it is not.
    private(set) var refused: RefusedConfig?
    /// The files of the last one that was read, be it good or not: where it was not, one of them has to change.
    var files = FileWatch()

    /// The worker serves with the config that it has read.
    mutating func accept(from worker: Worker) {
        record = worker.record
        refused = nil
        files.watch(worker.files)
    }

    /// The worker did not get to serve with the config that it was to read.
    mutating func refuse(from worker: Worker, _ end: ProcessEnd) {
        refused = worker.refused ?? RefusedConfig(["the new worker \(end) before it served"])
        // One that has died early has not said what it read.
        if !worker.files.isEmpty { files.watch(worker.files) }
    }

    /// No worker could be started to read it.
    mutating func refuse(_ failure: Failure) {
        refused = RefusedConfig(failure.reasons)
    }
}
