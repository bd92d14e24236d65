import Foundation
import Glibc

/// Runs this very program, even where its file has been replaced meanwhile, in a new process that inherits the given
/// descriptors, and to which the given signals cannot come.
/// - Parameter changes: variables of the environment that are different there.
/// - Returns: the new process's id.
package func spawn(
    _ words: [String],
    keeping descriptors: [Int32],
    blocking signals: [Int32],
    environment changes: [String: String] = [:]
) throws(SpawnError) -> pid_t {
    var process: pid_t = 0
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var mask = signalSet(signals)
    // Sound: what is initialized here is destroyed below and not used after that; the words are terminated copies that
    // live until then, in lists that end with nil.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    let environment = ProcessInfo.processInfo.environment.merging(changes) { $1 }
    var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer {
        unsafe (arguments + variables).forEach { unsafe free($0) }
        unsafe posix_spawnattr_destroy(&attributes)
        unsafe posix_spawn_file_actions_destroy(&actions)
    }
    // A descriptor duplicated onto itself is kept open (posix_spawn(3)), in the new process alone.
    for descriptor in descriptors {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    let code = unsafe posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SpawnError(code: code) }
    return process
}

/// Why no process could be started.
package struct SpawnError: Error {
    /// The `errno`.
    package let code: Int32

    /// The error of this `errno`.
    package init(code: Int32) {
        self.code = code
    }
}
