import Geometry
package import Mirroring

/// A locked session.
///
/// Every screen shows the locker, and input, recordings, copies and requests reach nothing else. When the locker has
/// ended, the content's screen is black, and a notice on it says what to do.
///
/// Beside an external the panel shows the notice in its snapshot. The letters are enlarged on the external, so that the
/// panel shows them as large as without an external.
package final class LockBoard: Feature {
    private struct Shown: Equatable {
        let text: String
        let role: OutputRole
        let size: Size<OutputSpace>
        let letter: Double
    }

    private let overlays: Overlays
    private let director: ScreenDirector
    private let painter: FramePainter
    private let input: InputDispatcher
    private let pip: PiPExecutor
    private let menu: MenuOverlay
    private let events: ServiceEvents
    /// Starts lockers when one has ended without unlocking.
    package weak var port: (any LockerPort)?
    private var notice: LockerNotice?
    private var shown: Shown?
    /// The state of the locker; nil while the session is not locked.
    private var locker: LockerState? {
        didSet { if locker != .lost { show(nil) } }
    }

    private static let letterMillimetres = 3.2

    init(
        _ overlays: Overlays, _ director: ScreenDirector, _ painter: FramePainter, _ input: InputDispatcher,
        _ pip: PiPExecutor, _ menu: MenuOverlay, _ events: ServiceEvents
    ) {
        self.overlays = overlays
        self.director = director
        self.painter = painter
        self.input = input
        self.pip = pip
        self.menu = menu
        self.events = events
    }

    package var isLocked: Bool { director.wishes.isLocked }

    func hear(_ news: ContentNews) {
        switch news {
        case .locked(let isLocked): lock(isLocked)
        case .lostLocker(let processID): lostLocker(processID: processID)
        case .gotLocker: gotLocker()
        case .settled, .described, .textCursorMoved: break
        }
    }

    func lock(_ isLocked: Bool) {
        guard isLocked != self.isLocked else { return }
        if isLocked {
            locker = .running
            menu.close()
            pip.pause()
        }
        input.isLocked = isLocked
        director.update { $0.isLocked = isLocked }
        if !isLocked {
            pip.resume()
            locker = nil
        }
        events.emit(isLocked ? .sessionLocked : .sessionUnlocked)
    }

    private func lostLocker(processID: Int) {
        guard isLocked else { return }
        locker = .lost
        // Programs that start lockers may follow the event too.
        events.emit(.lockerLost(pid: processID))
        show(port?.lockerLost())
    }

    private func gotLocker() {
        locker = .running
        port?.lockerCame()
    }

    /// Shows a notice while the locker is lost; nil removes the notice.
    package func show(_ notice: LockerNotice?) {
        guard notice == nil || locker == .lost else { return }
        self.notice = notice
        follow()
    }

    func report(to status: inout ServiceStatus) {
        status.session.isLocked = isLocked
        status.session.locker = locker
    }

    /// Follows the screens and the configuration.
    func follow() {
        let next = wanted
        guard next != shown else { return }
        if let shown, shown.role != next?.role { painter.setLockedOverlay([], on: shown.role) }
        shown = next
        guard let next else { return }
        painter.setLockedOverlay(elements(of: next), on: next.role)
    }

    private var wanted: Shown? {
        guard let notice, let screen = director.plan.contentScreen else { return nil }
        let panel = Self.letterMillimetres * overlays.density * overlays.interface.size
        let scale = screen.role == .panel ? 1 : max(overlays.controller?.viewport.scale ?? 1, 0.05)
        return Shown(
            text: notice.text(in: overlays.language), role: screen.role, size: screen.size, letter: panel / scale)
    }

    private func elements(of shown: Shown) -> [SceneElement] {
        let room = Size<OutputSpace>(
            width: max(1, shown.size.width - shown.size.width / 8), height: max(1, shown.size.height))
        let picture = overlays.texts?.picture(of: shown.text, letterHeight: shown.letter, in: room)
        guard let picture else { return [] }
        let place = Rect<ContentSpace>(
            x: (shown.size.width - picture.size.width) / 2, y: (shown.size.height - picture.size.height) / 2,
            width: picture.size.width, height: picture.size.height)
        return [SceneElement(whole: picture, at: place)]
    }
}
