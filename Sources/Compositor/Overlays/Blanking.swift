import Geometry
import Mirroring

/// Blanks screens above everything that they show; applications keep running.
///
/// While all screens are black the user's next input only ends that: a touch reaches no application, a key is typed
/// nowhere, though modifiers are, so that chords stay complete. So does a press on a panel that alone is dark. An external that
/// was blanked by itself stays black until a command ends that.
final class Blanking: OverlayInputSink {
    private let overlays: Overlays
    private let black = MemoryBuffer(size: Size(width: 1, height: 1))
    /// A press on the dark panel that has not been answered yet.
    private var isPressed = false

    init(_ overlays: Overlays) {
        self.overlays = overlays
    }

    /// Covers the screens that the plan blanks, and uncovers the others.
    func follow(_ plan: ScreenPlan) {
        for role in [OutputRole.panel, .external] {
            let screen = plan.screen(in: role)
            let isCovered = screen?.isCovered ?? false
            overlays.set(
                .blank, to: isCovered ? screen.map { ScreenOverlay(picture: black, frame: $0.size.bounds) } : nil,
                on: role)
        }
        let panel = plan.panel.flatMap { $0.isBlank ? $0.size.reinterpreted(as: PanelSpace.self).bounds : nil }
        overlays.setInput(.blank, area: panel.map { OverlayArea(own: Region($0)) }, sink: self)
    }

    /// Swallows the input: what lies under the black is not touched.
    func take(_ input: OverlayInput) {
        if case .down = input { isPressed = true }
    }

    /// Whether the panel has been pressed since the last call.
    func takePress() -> Bool {
        defer { isPressed = false }
        return isPressed
    }
}
