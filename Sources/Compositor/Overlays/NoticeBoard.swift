import Geometry
import Mirroring

/// Shows a line of text on the panel for a moment, such as why a key did nothing.
final class NoticeBoard {
    private unowned let compositor: Compositor
    /// Numbers the lines, so that the timer of a replaced line is ignored.
    private var number = 0
    private(set) var isShown = false

    private static let microseconds: Int64 = 2_500_000
    /// The letter height, as in a newspaper's heading, and the line's distance from the panel's edge.
    private static let letterMillimetres = 3.2
    private static let marginMillimetres = 4.0

    init(_ compositor: Compositor) {
        self.compositor = compositor
    }

    /// Shows a line in place of the current one.
    func show(_ text: String) {
        guard let panel = compositor.panel, let size = compositor.size(of: .panel), let port = compositor.ports.notices
        else { return }
        let density = panel.panelPixelsPerMillimetre
        let letter = Self.letterMillimetres * density * compositor.configuration.interface.size
        let margin = min(Int(clamping: (Self.marginMillimetres * density).rounded()), size.height / 8)
        let picture = port.picture(
            of: text, letterHeight: letter, width: max(1, size.width - 2 * margin))
        guard let picture else { return }
        compositor.setOverlay(.notice, to: overlay(of: picture, on: size, margin: margin), on: .panel)
        number += 1
        isShown = true
        compositor.ports.loop.schedule(afterMicroseconds: Self.microseconds) { [weak self, number] in
            if self?.number == number { self?.hide() }
        }
    }

    func hide() {
        guard isShown else { return }
        isShown = false
        compositor.setOverlay(.notice, to: nil, on: .panel)
    }

    /// Places the line in the middle near the upper edge, clear of the hands.
    private func overlay(of picture: any Buffer, on panel: Size<OutputSpace>, margin: Int) -> ScreenOverlay {
        let size = picture.size
        let place = Rect<ContentSpace>(
            x: (panel.width - size.width) / 2, y: margin, width: size.width, height: size.height)
        return ScreenOverlay(decorations: [SceneElement(whole: picture, at: place)])
    }
}
