import Mirroring
import Runtime
import WaylandBinding

/// A surface's `wp_linux_drm_syncobj_surface_v1`: the points of its next commit.
final class SyncobjSurface: WpLinuxDrmSyncobjSurfaceV1Requests {
    private typealias ErrorCode = WpLinuxDrmSyncobjSurfaceV1.ErrorCode

    private let resource: Resource<WpLinuxDrmSyncobjSurfaceV1>
    private weak var surface: Surface?
    private let loop: EventLoop
    private var acquire: TimelinePoint?
    private var release: TimelinePoint?

    init(_ resource: Resource<WpLinuxDrmSyncobjSurfaceV1>, _ surface: Surface, loop: EventLoop) {
        self.resource = resource
        self.surface = surface
        self.loop = loop
    }

    func setAcquirePoint(
        _ resource: Resource<WpLinuxDrmSyncobjSurfaceV1>, timeline: Resource<WpLinuxDrmSyncobjTimelineV1>,
        pointHi: UInt32, pointLo: UInt32
    ) {
        if let point = point(timeline, pointHi, pointLo) { acquire = point }
    }

    func setReleasePoint(
        _ resource: Resource<WpLinuxDrmSyncobjSurfaceV1>, timeline: Resource<WpLinuxDrmSyncobjTimelineV1>,
        pointHi: UInt32, pointLo: UInt32
    ) {
        if let point = point(timeline, pointHi, pointLo) { release = point }
    }

    /// The point of a client's timeline; nil, with a protocol error, if the surface is destroyed.
    private func point(
        _ timeline: Resource<WpLinuxDrmSyncobjTimelineV1>, _ high: UInt32, _ low: UInt32
    ) -> TimelinePoint? {
        guard let surface, surface.isAlive else {
            resource.post(ErrorCode.noSurface, "the surface is destroyed")
            return nil
        }
        guard let timeline = timeline.handler as? SyncobjTimeline else { return nil }
        return TimelinePoint(timeline: timeline.timeline, value: UInt64(high) << 32 | UInt64(low))
    }
}

extension SyncobjSurface: SurfaceExtension {
    func willCommit(_ pending: PendingSurface) -> Bool {
        defer { (acquire, release) = (nil, nil) }
        guard case .some(.some(let buffer)) = pending.attachment else {
            if acquire == nil, release == nil { return true }
            return refuse(.noBuffer, "points without a buffer")
        }
        guard let acquire else { return refuse(.noAcquirePoint, "a buffer without an acquire point") }
        guard let release else { return refuse(.noReleasePoint, "a buffer without a release point") }
        if acquire.timeline === release.timeline, acquire.value >= release.value {
            return refuse(.conflictingPoints, "point \(acquire.value) does not come before \(release.value)")
        }
        guard buffer.isAlive else {
            // Nobody will read a buffer that the client has destroyed.
            release.timeline.signal(release.value, after: nil)
            return true
        }
        guard let buffer = ClientBuffer.of(buffer) else { return false }
        if buffer.isShared { return refuse(.unsupportedBuffer, "no device draws in shared memory") }
        pending.use = TimelineUse(of: buffer, from: TimelineFence(acquire, loop: loop), to: release)
        return true
    }

    private func refuse(_ code: ErrorCode, _ message: String) -> Bool {
        resource.post(code, message)
        return false
    }
}

/// A point of a timeline, which keeps the timeline alive.
struct TimelinePoint {
    let timeline: any SyncTimeline
    let value: UInt64
}

/// One commit's use of a buffer, from one point to another.
///
/// The second point is signalled when this object is released.
final class TimelineUse: BufferUse {
    let acquisition: any BufferFence
    private let buffer: ClientBuffer
    private let release: TimelinePoint

    init(of buffer: ClientBuffer, from acquisition: TimelineFence, to release: TimelinePoint) {
        self.buffer = buffer
        self.acquisition = acquisition
        self.release = release
    }

    deinit {
        release.timeline.signal(release.value, after: buffer.dmabuf)
    }
}

/// The fence of the point from which a buffer's pixels are complete.
final class TimelineFence: BufferFence {
    private let point: TimelinePoint
    private let loop: EventLoop
    /// Created once, because the kernel keeps each event until the point is signalled.
    private var event: OwnedDescriptor?
    private var wasSignalled = false

    init(_ point: TimelinePoint, loop: EventLoop) {
        self.point = point
        self.loop = loop
    }

    var isDone: Bool {
        if !wasSignalled, point.timeline.isSignalled(point.value) { (wasSignalled, event) = (true, nil) }
        return wasSignalled
    }

    func whenDone(_ handler: @escaping () -> Void) -> AnyObject? {
        event = event ?? point.timeline.event(at: point.value)
        return event.flatMap { try? loop.watch($0.number) { _ in handler() } }
    }
}
