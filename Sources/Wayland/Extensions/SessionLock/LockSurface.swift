import Geometry
import WaylandBinding

/// A locker's `ext_session_lock_surface_v1`: it fills the screen, whichever that is.
final class LockSurface {
    let surface: Surface
    private let resource: Resource<ExtSessionLockSurfaceV1>
    private weak var desktop: Desktop?
    private var log = ConfigureLog()
    private var lastConfigured: Size<LogicalSpace>?
    /// The last acknowledged size; nil before the first.
    private var acknowledged: Size<LogicalSpace>?

    init(_ resource: Resource<ExtSessionLockSurfaceV1>, surface: Surface, desktop: Desktop) {
        self.resource = resource
        self.surface = surface
        self.desktop = desktop
        surface.role = self
        resource.onDestroy { [weak self] in self?.objectDestroyed() }
    }

    var isAlive: Bool { resource.isAlive && surface.isAlive }
    /// True if the picture has the last configured size.
    var isSettled: Bool { !surface.hasContent || log.isEmpty }

    /// Sends the size of the screen if that is new to the client.
    func configure() {
        guard let desktop, isAlive, lastConfigured != desktop.bounds.size else { return }
        let size = desktop.bounds.size
        lastConfigured = size
        let serial = desktop.nextSerial()
        log.add(.lock(size), serial: serial)
        resource.sendConfigure(
            serial: serial, width: UInt32(clamping: size.width), height: UInt32(clamping: size.height))
    }

    private func objectDestroyed() {
        if surface.role === self { surface.role = nil }
        desktop?.coverChanged()
    }

    private func refuse(_ code: ExtSessionLockSurfaceV1.ErrorCode, _ reason: String) {
        resource.post(code, reason)
    }
}

extension LockSurface: SurfaceRole {
    func willCommit(_ surface: Surface) -> Bool {
        guard acknowledged != nil else {
            refuse(.commitBeforeFirstAck, "a commit before the first configure was acknowledged")
            return false
        }
        guard surface.hasContent ? !surface.pending.detachesBuffer : surface.pending.attachesBuffer else {
            refuse(.nullBuffer, "a lock surface needs a buffer")
            return false
        }
        return true
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {
        _ = log.takeAcknowledged()
        if let size = acknowledged, surface.hasContent, surface.current.size != size.reinterpreted() {
            return refuse(.dimensionsMismatch, "the picture is \(surface.current.size), not \(size)")
        }
        if !change.hadContent { desktop?.coverChanged() }
    }

    func surfaceDestroyed(_ surface: Surface) {
        desktop?.coverChanged()
    }
}

extension LockSurface: ExtSessionLockSurfaceV1Requests {
    func ackConfigure(_ resource: Resource<ExtSessionLockSurfaceV1>, serial: UInt32) {
        guard log.acknowledge(serial), case .lock(let size) = log.acknowledged else {
            return refuse(.invalidSerial, "no configure with serial \(serial) to acknowledge")
        }
        acknowledged = size
    }
}
