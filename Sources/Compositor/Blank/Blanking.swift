import Geometry
import Mirroring

/// Makes screens black above everything that they show; what runs goes on as before.
///
/// Where all screens are black whatever the user does ends that, and means nothing else: a finger on the panel touches
/// nothing, a key is typed nowhere. An external that is black by itself stays so until it is asked for.
final class Blanking: OverlayInputSink {
    private struct Press: Hashable {
        let device: DeviceID
        let code: UInt32
    }

    private unowned let compositor: Compositor
    private(set) var extent: BlankExtent?
    private let black = PixelBuffer(size: Size(width: 1, height: 1))
    /// Keys whose press ended the black: their release is nobody's either.
    private var waking: Set<Press> = []

    init(_ compositor: Compositor) {
        self.compositor = compositor
    }

    func blank(_ extent: BlankExtent?) {
        guard extent != self.extent else { return }
        self.extent = extent
        place()
    }

    /// The user does something, or asks for something to be seen.
    func wake() {
        if extent == .all { blank(nil) }
    }

    /// The screens may have become others.
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

    /// True for a key that does nothing but end the black. Modifiers end it and are told all the same, so that chords
    /// stay whole.
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

    /// What lies under the black is not touched.
    func take(_ input: OverlayInput) {}
}
