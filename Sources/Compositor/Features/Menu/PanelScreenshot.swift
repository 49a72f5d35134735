import Geometry
import Mirroring

/// Takes the menu's screenshots: of the external, or of the panel without the menu.
final class PanelScreenshot {
    private let port: (any MenuActionPort)?
    private let director: ScreenDirector
    private let screens: ScreenSet
    private let notices: NoticeBoard
    /// Whether a screenshot of the panel waits until the menu is gone from the picture.
    private var isAwaited = false

    init(_ port: (any MenuActionPort)?, _ director: ScreenDirector, _ screens: ScreenSet, _ notices: NoticeBoard) {
        self.port = port
        self.director = director
        self.screens = screens
        self.notices = notices
    }

    /// Takes a screenshot of the external while there is one, else of the panel.
    func take() {
        if director.plan.screen(in: .external) != nil { return take(of: .external) }
        isAwaited = true
        framePresented()
    }

    /// Takes the awaited screenshot once the panel's picture no longer shows the menu.
    func framePresented() {
        guard isAwaited else { return }
        guard let panel = director.plan.panel, let screen = screens[panel.output.id] else {
            return isAwaited = false
        }
        guard screen.stale.isEmpty else { return }
        isAwaited = false
        take(of: .panel)
    }

    private func take(of screen: ScreenName) {
        port?.takeScreenshot(of: screen) { [weak notices] outcome in
            switch outcome {
            case .saved(let path): notices?.show(.saved, path)
            case .failed(let path, let reason): notices?.show(.screenshotFailed(path: path, reason))
            }
        }
    }
}
