import Foundation
import Runtime

/// The processor time of all threads of another process.
struct ProcessorClock {
    private let clock: clockid_t

    init(of process: pid_t) throws {
        var clock = clockid_t()
        let failure = clock_getcpuclockid(process, &clock)
        guard failure == 0 else {
            throw BenchError("read the processor time of process \(process)", String(cString: strerror(failure)))
        }
        self.clock = clock
    }

    /// The clock of the process at the other end of a Unix socket.
    init(ofPeer socket: OwnedDescriptor) throws {
        // struct ucred, which the Glibc module lacks.
        var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else {
            throw BenchError("find the compositor's process", String(cString: strerror(errno)))
        }
        try self.init(of: peer.process)
    }

    /// The processor seconds since the process started.
    var seconds: Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
