import Glibc

/// Raises the soft limit of descriptors to the hard limit.
package func raiseDescriptorLimit() {
    var limit = rlimit()
    // Sound: the limit is a local variable that outlives both calls.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
