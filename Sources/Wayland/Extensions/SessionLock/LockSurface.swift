import Geometry
import WaylandBinding

/// A locker's `ext_session_lock_surface_v1`, which fills the screen and follows its size.
///
/// A surface for another display than the application's has that display's size, but is not shown: that display
/// shows a picture of the locked screen.
///
/// The locker is asked for one size at a time, and for the next size when it has drawn the last. Until then it may
/// still commit pictures of its former size, which are shown on black.
final class LockSurface {
    let surface: Surface
    private let resource: Resource<ExtSessionLockSurfaceV1>
    private weak var desktop: Desktop?
    /// The output that the surface is for; nil for the application's.
    private(set) weak var output: OutputGlobal?
    private var log = ConfigureLog()
    /// The size of the last configure event.
    private var asked: Size<LogicalSpace>?
    /// True until the locker has drawn the size that it was asked for, or all reminders were in vain.
    private var isWaiting = false
    private var reminder = SizeReminder()
    /// The sizes that a picture may have: the size last drawn, and the sizes asked for since.
    private var sizes: [Size<LogicalSpace>] = []
    private var hasAcknowledged = false

    init(
        _ resource: Resource<ExtSessionLockSurfaceV1>, surface: Surface, output: OutputGlobal?, desktop: Desktop
    ) {
        self.resource = resource
        self.output = output
        self.surface = surface
        self.desktop = desktop
        surface.role = self
        resource.onDestroy { [weak self] in self?.objectDestroyed() }
        output?.add(self)
    }

    var isAlive: Bool { resource.isAlive && surface.isAlive }

    /// True if the picture has the size of the screen, or there is no picture.
    var isSettled: Bool {
        guard let size, surface.hasContent else { return true }
        return surface.current.size == size.reinterpreted()
    }

    /// The size of the surface's screen.
    private var size: Size<LogicalSpace>? {
        guard let desktop else { return nil }
        let isShown = desktop.cover?.surface === surface
        return isShown ? desktop.bounds.size : (output?.layout.bounds ?? desktop.bounds).size
    }

    /// Asks for the size of the screen, unless the client was last asked for it or still draws another size.
    func configure() {
        guard let size, isAlive, !isWaiting, asked != size else { return }
        ask(for: size)
    }

    private func ask(for size: Size<LogicalSpace>) {
        guard let desktop else { return }
        if asked != size { reminder.startOver() }
        asked = size
        isWaiting = true
        if !sizes.contains(size) { sizes.append(size) }
        let serial = desktop.nextSerial()
        log.add(.lock(size), serial: serial)
        resource.sendConfigure(
            serial: serial, width: UInt32(clamping: size.width), height: UInt32(clamping: size.height))
    }

    /// Checks in a while whether the client has drawn the size that it has acknowledged.
    private func lookLater() {
        desktop?.after(reminder.delay) { [weak self] in
            // A size that is not acknowledged yet is checked after its acknowledgement.
            guard let self, isAlive, log.isEmpty, let size else { return }
            guard isWaiting, surface.current.size != asked?.reinterpreted() else {
                isWaiting = false
                return configure()
            }
            if asked != size || reminder.remind() { return ask(for: size) }
            isWaiting = false
        }
    }

    /// Takes the size of a picture. Returns false if the client was never asked for it, or has drawn a later size.
    private func take(_ size: Size<LogicalSpace>) -> Bool {
        guard let index = sizes.firstIndex(of: size) else { return false }
        sizes.removeSubrange(..<index)
        if size == asked, log.isEmpty {
            sizes = [size]
            isWaiting = false
            reminder.startOver()
        }
        return true
    }

    private func objectDestroyed() {
        if surface.role === self { surface.role = nil }
        desktop?.coverChanged()
    }

    private func refuse(_ code: ExtSessionLockSurfaceV1.ErrorCode, _ reason: String) {
        resource.post(code, reason)
    }
}

extension LockSurface: OutputFollower {
    func outputChanged() {
        configure()
    }
}

extension LockSurface: SurfaceRole {
    func willCommit(_ surface: Surface) -> Bool {
        guard hasAcknowledged else {
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
        let size = surface.current.size
        if surface.hasContent, let asked, !take(size.reinterpreted()) {
            return refuse(
                .dimensionsMismatch,
                "the picture is \(size.width)x\(size.height), not \(asked.width)x\(asked.height)")
        }
        if !change.hadContent { desktop?.coverChanged() }
    }

    func surfaceDestroyed(_ surface: Surface) {
        desktop?.coverChanged()
    }
}

extension LockSurface: ExtSessionLockSurfaceV1Requests {
    func ackConfigure(_ resource: Resource<ExtSessionLockSurfaceV1>, serial: UInt32) {
        guard log.acknowledge(serial) else {
            return refuse(.invalidSerial, "no configure with serial \(serial) to acknowledge")
        }
        hasAcknowledged = true
        lookLater()
    }
}
