import Geometry
import Mirroring

/// Screenshots, by the menu: of the external, or of the panel without the menu.
final class PanelScreenshot {
    private unowned let compositor: Compositor
    /// A screenshot of the panel waits until the menu is gone from its picture.
    private var isAwaited = false

    init(_ compositor: Compositor) {
        self.compositor = compositor
    }

    /// Takes a screenshot of the external while there is one, else of the panel.
    func take() {
        if compositor.size(of: .external) != nil { return take(of: .external) }
        isAwaited = true
        framePresented()
    }

    /// Takes a screenshot that is waited for, once the panel's picture is free of the menu.
    func framePresented() {
        guard isAwaited else { return }
        guard let panel = compositor.plan.panel, let screen = compositor.painter.screens[panel.output.id] else {
            return isAwaited = false
        }
        guard screen.stale.isEmpty else { return }
        isAwaited = false
        take(of: .panel)
    }

    private func take(of screen: ScreenName) {
        compositor.ports.menuActions?.takeScreenshot(of: screen) { [weak compositor = self.compositor] outcome in
            switch outcome {
            case .saved(let path): compositor?.notify(.saved, path)
            case .failed(let path, let reason): compositor?.notify(.screenshotFailed(path: path, reason))
            }
        }
    }
}
