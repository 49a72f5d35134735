import Geometry
import Mirroring

/// Says on the content's screen, which is locked and black, that the locker has ended and what to do.
///
/// Beside an external the panel shows the same in its snapshot, so the letters there are as large as on the panel alone.
final class LockBoard {
    private struct Shown: Equatable {
        let text: String
        let role: OutputRole
        let size: Size<OutputSpace>
        let letter: Double
    }

    private let overlays: Overlays
    private let director: ScreenDirector
    private let painter: FramePainter
    private var notice: LockerNotice?
    private var shown: Shown?
    /// What has become of the locker; nil while the session is not locked.
    var locker: LockerState? {
        didSet { if locker != .lost { show(nil) } }
    }

    private static let letterMillimetres = 3.2

    init(_ overlays: Overlays, _ director: ScreenDirector, _ painter: FramePainter) {
        self.overlays = overlays
        self.director = director
        self.painter = painter
    }

    /// Says what has become of the locker; with nil, nothing any more.
    func show(_ notice: LockerNotice?) {
        self.notice = notice
        follow()
    }

    /// Follows the screens and the configuration.
    func follow() {
        let next = wanted
        guard next != shown else { return }
        if let shown, shown.role != next?.role { painter.setLockedOverlay(nil, on: shown.role) }
        shown = next
        guard let next else { return }
        painter.setLockedOverlay(picture(next), on: next.role)
    }

    private var wanted: Shown? {
        guard let notice, let screen = director.plan.contentScreen else { return nil }
        let panel = Self.letterMillimetres * overlays.density * overlays.interface.size
        let scale = screen.role == .panel ? 1 : max(overlays.controller?.viewport.scale ?? 1, 0.05)
        return Shown(
            text: notice.text(in: overlays.language), role: screen.role, size: screen.size, letter: panel / scale)
    }

    private func picture(_ shown: Shown) -> ScreenOverlay? {
        let width = max(1, shown.size.width - shown.size.width / 8)
        let picture = overlays.texts?.picture(of: shown.text, letterHeight: shown.letter, width: width)
        return picture.map {
            let place = Rect<ContentSpace>(
                x: (shown.size.width - $0.size.width) / 2, y: (shown.size.height - $0.size.height) / 2,
                width: $0.size.width, height: $0.size.height)
            return ScreenOverlay(decorations: [SceneElement(whole: $0, at: place)])
        }
    }
}
