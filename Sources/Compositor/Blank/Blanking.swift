import Geometry
import Mirroring

/// Blanks screens above everything that they show; applications keep running.
///
/// While all screens are black the user's next input only ends that: a touch reaches no application, a key is typed
/// nowhere. An external that was blanked by itself stays black until a command ends that.
final class Blanking: OverlayInputSink {
    private struct Press: Hashable {
        let device: DeviceID
        let code: UInt32
    }

    private unowned let compositor: Compositor
    private(set) var extent: BlankExtent?
    private let black = PixelBuffer(size: Size(width: 1, height: 1))
    /// Keys whose press ended the blanking; their release is swallowed too.
    private var waking: Set<Press> = []

    init(_ compositor: Compositor) {
        self.compositor = compositor
    }

    func blank(_ extent: BlankExtent?) {
        guard extent != self.extent else { return }
        self.extent = extent
        place()
    }

    /// Ends the blanking of all screens: the user did something, or something must be seen.
    func wake() {
        if extent == .all { blank(nil) }
    }

    /// Updates the overlays after the screens may have changed.
    func place() {
        for screen in ScreenName.allCases { cover(screen) }
        let area = extent == .all ? compositor.size(of: .panel)?.reinterpreted(as: PanelSpace.self).bounds : nil
        compositor.setOverlayInput(.blank, area: area.map { OverlayArea(own: Region($0)) }, sink: self)
    }

    private func cover(_ screen: ScreenName) {
        let isCovered = extent == .all || extent == .external && screen == .external
        guard isCovered, let size = compositor.size(of: screen) else {
            return compositor.setOverlay(.blank, to: nil, on: screen)
        }
        compositor.setOverlay(.blank, to: ScreenOverlay(picture: black, frame: size.bounds), on: screen)
    }

    /// True for a key whose only effect is to end the blanking. Modifiers end it too but are still delivered, so that
    /// chords stay complete.
    func takesKey(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let device, let code, let pressed, _):
            guard pressed else { return waking.remove(Press(device: device, code: code)) != nil }
            guard extent == .all, BoundKeys.Modifier(code: code) == nil else { return false }
            waking.insert(Press(device: device, code: code))
            return true
        case .deviceRemoved(let device):
            waking = waking.filter { $0.device != device }
            return false
        default: return false
        }
    }

    /// Swallows the input: what lies under the black is not touched.
    func take(_ input: OverlayInput) {}
}
