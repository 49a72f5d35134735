import CLinux
import Glibc

/// All descriptors that a loop watches, in one epoll instance.
///
/// Each is watched through a duplicate, so a descriptor may be watched twice, and may be closed before its watch ends.
final class DescriptorBoard {
    private struct Watch {
        let number: UInt64
        /// The duplicate of the descriptor.
        let copy: CInt
        let handler: (Readiness) -> Void
    }

    /// Further ready descriptors wait for the next turn.
    private static let maximumEvents = 32

    private let epoll: CInt
    /// Sorted by number. A service has some twenty watches, and a linear search is faster than a table.
    private var watches: [Watch] = []
    private var lastNumber: UInt64 = 0

    init() throws(RuntimeError) {
        epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        if epoll < 0 { throw RuntimeError("epoll_create1") }
    }

    deinit {
        for watch in watches { close(watch.copy) }
        close(epoll)
    }

    /// Calls `handler` whenever the descriptor is ready; returns the number for changing and ending the watch.
    func add(
        _ descriptor: CInt, _ readiness: Readiness, _ handler: @escaping (Readiness) -> Void
    ) throws(RuntimeError) -> UInt64 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw RuntimeError("watch descriptor", "\(descriptor)") }
        lastNumber += 1
        var event = epoll_event(events: readiness.epollMask, data: epoll_data(u64: lastNumber))
        guard epoll_ctl(epoll, EPOLL_CTL_ADD, copy, &event) == 0 else {
            let error = RuntimeError("watch descriptor", "\(descriptor)")
            close(copy)
            throw error
        }
        watches.append(Watch(number: lastNumber, copy: copy, handler: handler))
        return lastNumber
    }

    /// Changes which readiness is watched for.
    func update(_ number: UInt64, _ readiness: Readiness) {
        guard let watch = watch(number) else { return }
        var event = epoll_event(events: readiness.epollMask, data: epoll_data(u64: number))
        epoll_ctl(epoll, EPOLL_CTL_MOD, watch.copy, &event)
    }

    /// Ends a watch; its handler is not called again, even if the descriptor is known to be ready.
    func remove(_ number: UInt64) {
        guard let index = watches.firstIndex(where: { $0.number == number }) else { return }
        let watch = watches.remove(at: index)
        epoll_ctl(epoll, EPOLL_CTL_DEL, watch.copy, nil)
        close(watch.copy)
    }

    private func watch(_ number: UInt64) -> Watch? {
        for watch in watches where watch.number == number { return watch }
        return nil
    }

    /// Waits until a descriptor is ready, a signal arrives or the time is over, and calls the handlers.
    /// `timeout` is in microseconds; a negative one never ends the wait.
    func dispatch(timeout: Int64) {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.maximumEvents) { events in
            let count = kagami_epoll_wait(epoll, events.baseAddress, CInt(events.count), timeout)
            for event in events.prefix(Int(max(0, count))) {
                // A handler may end other watches.
                watch(event.data.u64)?.handler(Readiness(epollMask: event.events))
            }
        }
    }
}

extension Readiness {
    private static let masks: [(Readiness, EPOLL_EVENTS)] = [
        (.readable, EPOLLIN), (.writable, EPOLLOUT), (.hungUp, EPOLLHUP), (.failed, EPOLLERR),
        (.urgent, EPOLLPRI), (.endOfInput, EPOLLRDHUP),
    ]

    fileprivate var epollMask: UInt32 {
        var mask: UInt32 = contains(.once) ? EPOLLONESHOT.rawValue : 0
        for (readiness, events) in Self.masks where contains(readiness) { mask |= events.rawValue }
        return mask
    }

    fileprivate init(epollMask mask: UInt32) {
        // Nearly all events are of this kind.
        if mask == EPOLLIN.rawValue {
            self = .readable
            return
        }
        self = []
        for (readiness, events) in Self.masks where mask & events.rawValue != 0 { insert(readiness) }
    }
}
