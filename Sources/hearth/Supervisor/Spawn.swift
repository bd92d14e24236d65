// Sound: what is not checked in it is the environment, which this program only reads.
@unsafe @preconcurrency import Foundation

/// Runs this very program, even where its file has been replaced meanwhile, in a new process that inherits the given
/// descriptors, and to which the given signals cannot come.
/// - Returns: the new process's id.
func spawn(
    _ words: [String],
    keeping descriptors: [Int32],
    blocking signals: [Int32]
) throws(Failure) -> pid_t {
    var process: pid_t = 0
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var mask = sigset_t(signals)
    // Sound: what is initialized here is destroyed below and not used after that; the words are terminated copies that
    // live until then, and the list of them ends with nil, as does the environment, which nothing here changes.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer {
        unsafe arguments.forEach { unsafe free($0) }
        unsafe posix_spawnattr_destroy(&attributes)
        unsafe posix_spawn_file_actions_destroy(&actions)
    }
    // A descriptor duplicated onto itself is kept open (posix_spawn(3)), in the new process alone.
    for descriptor in descriptors {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    let code = unsafe posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw Failure("no worker can be started: \(systemMessage(code))") }
    return process
}
