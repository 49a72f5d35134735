package import Glibc

/// A process with hardly a descriptor left; for one of its own.
package enum DescriptorShortage {
    /// Leaves so many descriptors to be opened; returns the limit for `end`.
    package static func leave(_ count: Int) -> rlim_t {
        let free = (0..<count).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        for descriptor in free { close(descriptor) }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let usual = limit.rlim_cur
        limit.rlim_cur = rlim_t(free.max() ?? 0) + 1
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return usual
    }

    package static func end(_ usual: rlim_t) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = usual
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
