import Glibc

/// The soft limit of open descriptors of this process (RLIMIT_NOFILE).
package enum DescriptorLimit {
    /// Raises the soft limit to the hard limit and returns the old one, for children.
    ///
    /// Children keep the usual 1,024, because select() fails with descriptors above that.
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
