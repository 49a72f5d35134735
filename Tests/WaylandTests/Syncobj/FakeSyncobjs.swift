import CLinux
import Glibc
import Mirroring
import Runtime

@testable import Wayland

/// Timelines in the test's own memory, whose points may be signalled in any order. A client names one by a file with its number.
final class FakeSyncobjs: SyncobjDriver {
    private(set) var timelines: [FakeTimeline] = []

    func makeTimeline() -> FakeTimeline {
        let timeline = FakeTimeline(number: UInt32(timelines.count))
        timelines.append(timeline)
        return timeline
    }

    func timeline(of descriptor: OwnedDescriptor) -> (any SyncTimeline)? {
        var number: UInt32 = 0
        guard pread(descriptor.number, &number, 4, 0) == 4, number < timelines.count else { return nil }
        return timelines[Int(number)]
    }
}

final class FakeTimeline: SyncTimeline {
    let number: UInt32
    private var signalled: Set<UInt64> = []
    private var events: [(point: UInt64, event: WeakDescriptor)] = []
    /// How often the server has signalled each point.
    private(set) var releases: [UInt64: Int] = [:]
    /// The file of the last buffer whose devices a point was to wait for.
    private(set) var lastBuffer: DMABuf?

    init(number: UInt32) {
        self.number = number
    }

    /// Those who wait for a point.
    var waiters: Int { events.filter { $0.event.descriptor != nil }.count }

    /// A client's device gets to a point.
    func reach(_ point: UInt64) {
        signalled.insert(point)
        for one in events where one.point == point {
            if let descriptor = one.event.descriptor { eventfd_write(descriptor.number, 1) }
        }
    }

    func isSignalled(_ point: UInt64) -> Bool { signalled.contains(point) }

    func event(at point: UInt64) -> OwnedDescriptor? {
        let descriptor = OwnedDescriptor(owning: eventfd(0, CInt(EFD_CLOEXEC)))
        events.append((point, WeakDescriptor(descriptor: descriptor)))
        return descriptor
    }

    func signal(_ point: UInt64, after buffer: DMABuf?) {
        releases[point, default: 0] += 1
        lastBuffer = buffer
        reach(point)
    }
}

private struct WeakDescriptor {
    weak var descriptor: OwnedDescriptor?
}

/// A client that synchronises explicitly.
struct SyncobjClient {
    let client: SurfaceClient
    let manager: UInt32
    private let dmabufs: UInt32

    init(_ client: SurfaceClient) {
        self.client = client
        manager = client.wire.bind("wp_linux_drm_syncobj_manager_v1")
        dmabufs = client.wire.bind("zwp_linux_dmabuf_v1")
    }

    /// A dmabuf of one row.
    func makeBuffer(_ pixel: UInt32) -> UInt32 {
        client.makeDMABuf(of: Array(repeating: pixel, count: 4), dmabufs)
    }

    /// The client's object for a timeline.
    func importTimeline(_ timeline: FakeTimeline) -> UInt32 {
        let file = MemoryFiles.make([timeline.number])
        defer { close(file) }
        return client.wire.create(manager, 2, [.descriptor(file)])
    }

    func synchronize(_ surface: UInt32) -> UInt32 { client.wire.create(manager, 1, [.uint(surface)]) }

    func setAcquire(_ object: UInt32, _ timeline: UInt32, _ point: UInt64) { set(1, object, timeline, point) }

    func setRelease(_ object: UInt32, _ timeline: UInt32, _ point: UInt64) { set(2, object, timeline, point) }

    private func set(_ request: UInt16, _ object: UInt32, _ timeline: UInt32, _ point: UInt64) {
        client.wire.send(
            object, request, [.uint(timeline), .uint(UInt32(point >> 32)), .uint(UInt32(truncatingIfNeeded: point))])
    }
}
