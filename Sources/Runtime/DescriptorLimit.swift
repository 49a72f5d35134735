import Glibc

/// How many descriptors this process may have open: RLIMIT_NOFILE's soft limit.
package enum DescriptorLimit {
    /// Raises the limit as far as the hard one, and returns what it was: what children should start with.
    ///
    /// Programs that use select() cannot live with more than the usual 1,024, hence not for children.
    package static func raise() throws(RuntimeError) -> UInt64 {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw RuntimeError("getrlimit", "RLIMIT_NOFILE")
        }
        let before = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        guard before == limit.rlim_max || setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw RuntimeError("setrlimit", "RLIMIT_NOFILE")
        }
        return UInt64(before)
    }
}
