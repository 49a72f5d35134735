import Glibc
import Logging
package import Runtime
import WaylandBinding

/// `wp_linux_drm_syncobj_manager_v1`: explicit synchronisation by points of timelines.
///
/// With one point a client says when its buffer may be read; another point tells the client when the buffer is free again.
final class SyncobjManager: WpLinuxDrmSyncobjManagerV1Requests {
    private typealias ErrorCode = WpLinuxDrmSyncobjManagerV1.ErrorCode

    private let driver: any SyncobjDriver
    private let loop: EventLoop

    private init(_ driver: any SyncobjDriver, loop: EventLoop) {
        self.driver = driver
        self.loop = loop
    }

    static func announce(_ display: WaylandDisplay, _ driver: any SyncobjDriver) throws(RuntimeError) -> AnyGlobal {
        let manager = SyncobjManager(driver, loop: display.loop)
        return try Global<WpLinuxDrmSyncobjManagerV1>(display, version: 1) { _ in manager }
    }

    func getSurface(
        _ resource: Resource<WpLinuxDrmSyncobjManagerV1>, id: NewResource<WpLinuxDrmSyncobjSurfaceV1>,
        surface: Resource<WlSurface>
    ) {
        guard let surface = Surface.of(surface) else { return }
        if surface.attachments[SyncobjSurface.self] != nil {
            return resource.post(ErrorCode.surfaceExists, "the surface already has explicit synchronisation")
        }
        let object = id.createInert()
        guard object.isAlive else { return }
        let synchronizer = SyncobjSurface(object, surface, loop: loop)
        object.handler = synchronizer
        surface.attach(synchronizer, until: object)
    }

    func importTimeline(
        _ resource: Resource<WpLinuxDrmSyncobjManagerV1>, id: NewResource<WpLinuxDrmSyncobjTimelineV1>,
        fd: OwnedDescriptor
    ) {
        guard let timeline = driver.timeline(of: fd) else {
            return resource.post(ErrorCode.invalidTimeline, "the descriptor is not a timeline")
        }
        id.create(SyncobjTimeline(timeline))
    }
}

/// A client's `wp_linux_drm_syncobj_timeline_v1`. Points outlive this object.
final class SyncobjTimeline: WpLinuxDrmSyncobjTimelineV1Requests {
    let timeline: any SyncTimeline

    init(_ timeline: any SyncTimeline) {
        self.timeline = timeline
    }
}

extension WaylandContent {
    /// Offers applications explicit synchronisation by the timelines of the device at `path`, if the device and the
    /// kernel have them.
    package func takeTimelines(of path: String) throws(RuntimeError) {
        let logger = Logger(label: "kagami.wayland")
        let device: OwnedDescriptor
        do throws(RuntimeError) {
            device = try OwnedDescriptor(opening: path, O_RDWR)
        } catch {
            return logger.debug("no explicit synchronisation", metadata: ["reason": "\(error)"])
        }
        guard let driver = KernelSyncobjs(device) else {
            let reason = RuntimeError("use timelines of", path)
            return logger.debug("no explicit synchronisation", metadata: ["reason": "\(reason)"])
        }
        extensions.append(try SyncobjManager.announce(display, driver))
    }
}
