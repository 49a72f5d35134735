import Mirroring
import Runtime
import WaylandBinding

/// `ext_session_lock_manager_v1`: a locker hides everything behind its own picture until it lets the user in.
///
/// The screen stays locked when a locker ends without unlocking. Another locker may then take its place.
final class SessionLock: WindowCover, FrameFollower {
    private weak var content: WaylandContent?
    private let desktop: Desktop
    private var global: Global<ExtSessionLockManagerV1>?
    /// The current locker; nil while nothing is locked, and after the locker has ended without unlocking.
    private weak var locker: LockObject?
    private(set) var isLocked = false {
        didSet { lockSelections() }
    }
    /// True while the session is locked and its locker has ended without unlocking.
    private var isLost = false
    /// The progress of the first frame of the locked screen.
    private var frame = FirstFrame.none

    private enum FirstFrame {
        case none, asked, composed
    }

    init(_ content: WaylandContent, desktop: Desktop) throws(RuntimeError) {
        self.content = content
        self.desktop = desktop
        content.add(self as any FrameFollower)
        global = try Global(content.display, version: 1, audience: .tools) { [weak self] _ in
            LockManager(self)
        }
    }

    var surface: Surface? {
        guard let surface = locker?.surface, surface.isAlive else { return nil }
        return surface.surface
    }

    /// A locker gets keys once it knows that the session is locked. Before that it may not be ready for them: swaylock 1.7 ends.
    var keyboardTarget: Surface? { locker?.isTold == true ? surface : nil }

    var isSettled: Bool { locker?.surface?.isSettled ?? true }

    func screenChanged() {
        locker?.surface?.configure()
    }

    /// Locks the selections of all applications. While they are locked, tools neither read nor set them, and none is kept.
    private func lockSelections() {
        for seat in content?.tools.contents.compactMap({ $0.attachments[Seat.self] }) ?? [] {
            for selection in [seat.clipboard, seat.primary] { selection.isLocked = isLocked }
        }
    }

    /// Locks the session for a new locker, or turns the locker away if there is one already.
    fileprivate func lock(for object: LockObject) {
        guard locker == nil else { return object.turnAway() }
        locker = object
        if isLocked {
            object.sendLocked()
            desktop.coverChanged()
            guard isLost else { return }
            isLost = false
            content?.surfaces.observer?.contentGotLocker()
            return
        }
        isLocked = true
        desktop.setCover(self)
        content?.surfaces.observer?.contentLocked(true)
        // `locked` promises that nothing that was drawn before is seen any more, so it waits for a frame.
        frame = .asked
        content?.surfaces.requestFrame()
    }

    fileprivate func unlock(_ object: LockObject) {
        guard locker === object else { return }
        locker = nil
        isLocked = false
        desktop.setCover(nil)
        content?.surfaces.observer?.contentLocked(false)
    }

    /// The locker has ended without unlocking.
    fileprivate func lost(_ object: LockObject) {
        guard locker === object || locker == nil else { return }
        locker = nil
        desktop.coverChanged()
        guard isLocked, !isLost else { return }
        isLost = true
        content?.surfaces.observer?.contentLostLocker(processID: object.processID)
    }

    /// A locker knows that the session is locked.
    fileprivate func told() { desktop.coverChanged() }

    fileprivate func after(_ delay: Int64, _ action: @escaping () -> Void) { desktop.after(delay, action) }

    fileprivate func shows(_ surface: LockSurface) {
        surface.configure()
        desktop.coverChanged()
    }

    fileprivate func makeSurface(
        _ object: Resource<ExtSessionLockSurfaceV1>, on surface: Surface, for output: OutputGlobal?
    ) -> LockSurface {
        LockSurface(object, surface: surface, output: output, desktop: desktop)
    }

    /// Whether the output is the application's.
    fileprivate func isMain(_ output: OutputGlobal?) -> Bool { output === content?.tools.output }

    // MARK: Frames

    func frameComposed() {
        if frame == .asked { frame = .composed }
    }

    func framePresented(_ presentation: Presentation) {
        if frame == .composed { settle() }
        locker?.surface?.configure()
    }

    /// Completes the lock too, because content that is on no screen is not seen.
    func frameDiscarded() {
        settle()
        locker?.surface?.configure()
    }

    private func settle() {
        guard frame != .none else { return }
        frame = .none
        locker?.sendLocked()
        desktop.coverChanged()
    }
}

/// One client's `ext_session_lock_manager_v1`.
private final class LockManager: ExtSessionLockManagerV1Requests {
    private weak var session: SessionLock?

    init(_ session: SessionLock?) {
        self.session = session
    }

    func lock(_ resource: Resource<ExtSessionLockManagerV1>, id: NewResource<ExtSessionLockV1>) {
        let object = id.createInert()
        guard object.isAlive else { return }
        let locker = LockObject(object, session)
        object.handler = locker
        session?.lock(for: locker)
    }
}

/// A locker's `ext_session_lock_v1`.
private final class LockObject: ExtSessionLockV1Requests {
    private enum Phase {
        case waiting, locked
        /// Turned away: the client can only destroy the object.
        case finished
        case unlocked
    }

    private let resource: Resource<ExtSessionLockV1>
    private weak var session: SessionLock?
    private var phase = Phase.waiting
    /// The surfaces, at most one for each output.
    private var surfaces: [LockSurface] = []

    /// The surface that is shown: the one for the application's output, or any other while there is none.
    var surface: LockSurface? {
        let alive = surfaces.filter(\.isAlive)
        return alive.first { $0.output == nil } ?? alive.first
    }

    init(_ resource: Resource<ExtSessionLockV1>, _ session: SessionLock?) {
        self.resource = resource
        self.session = session
        resource.onDestroy { [weak self] in
            guard let self else { return }
            if phase != .unlocked { self.session?.lost(self) }
        }
    }

    var processID: Int { Int(resource.client.processID) }

    /// Whether the client knows that the session is locked for it.
    private(set) var isTold = false

    func sendLocked() {
        guard phase == .waiting, resource.isAlive else { return }
        phase = .locked
        resource.sendLocked()
        awaitReading()
    }

    /// Waits until the client has read `locked`: a key in the same read would still find it unprepared.
    private func awaitReading(afterMicroseconds delay: Int64 = 1000) {
        session?.after(delay) { [weak self] in
            guard let self, phase == .locked, resource.isAlive else { return }
            guard resource.client.hasReadEvents else {
                return awaitReading(afterMicroseconds: min(delay * 2, Self.longestLook))
            }
            isTold = true
            session?.told()
        }
    }

    /// The longest time between two looks whether the client has read, in microseconds.
    private static let longestLook: Int64 = 100_000

    func turnAway() {
        phase = .finished
        resource.sendFinished()
    }

    func getLockSurface(
        _ resource: Resource<ExtSessionLockV1>, id: NewResource<ExtSessionLockSurfaceV1>,
        surface: Resource<WlSurface>, output: Resource<WlOutput>
    ) {
        let object = id.createInert()
        guard object.isAlive, let surface = Surface.of(surface), let session else { return }
        guard surface.mayBecome(.lock) else {
            return resource.post(ExtSessionLockV1.ErrorCode.role, "the surface has another role")
        }
        if surface.hasContent || surface.pending.attachesBuffer {
            return resource.post(ExtSessionLockV1.ErrorCode.alreadyConstructed, "the surface already has a buffer")
        }
        let named = OutputGlobal.of(output)
        let other = session.isMain(named) ? nil : named
        surfaces.removeAll { !$0.isAlive }
        if surfaces.contains(where: { $0.output === other }) {
            return resource.post(ExtSessionLockV1.ErrorCode.duplicateOutput, "the output has a lock surface")
        }
        guard surface.assign(.lock) else { return }
        let lockSurface = session.makeSurface(object, on: surface, for: other)
        object.handler = lockSurface
        guard phase != .finished else { return }
        surfaces.append(lockSurface)
        session.shows(lockSurface)
    }

    func unlockAndDestroy(_ resource: Resource<ExtSessionLockV1>) {
        guard phase == .locked else {
            return resource.post(ExtSessionLockV1.ErrorCode.invalidUnlock, "the session is not locked")
        }
        phase = .unlocked
        session?.unlock(self)
    }

    func destroy(_ resource: Resource<ExtSessionLockV1>) {
        guard phase == .locked else { return }
        resource.post(ExtSessionLockV1.ErrorCode.invalidDestroy, "the session is locked: unlock it")
    }
}
