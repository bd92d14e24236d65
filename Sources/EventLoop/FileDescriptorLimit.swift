import Glibc

/// How many file descriptors this process, and those that it starts, may have open (`RLIMIT_NOFILE`, getrlimit(2)).
package enum FileDescriptorLimit {
    /// Raises the soft limit as far as the hard limit allows.
    /// - Returns: the limit that holds from now on.
    package static func raise() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // Sound: here and below, the limit is a local variable that outlives the call.
        unsafe getrlimit(resource, &limit)
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            unsafe setrlimit(resource, &limit)
            unsafe getrlimit(resource, &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }
}
