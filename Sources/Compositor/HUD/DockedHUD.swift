import Geometry
package import Mirroring

/// A picture drawn by the service and docked to an edge of a screen; windows or the controller are laid out beside it.
package final class DockedHUD {
    /// The requested dock; nil while the bar is docked nowhere.
    package private(set) var dock: HUDDock?
    private unowned let compositor: Compositor
    private let source: any ImagePort
    /// The requested size; without a width the bar spans the edge, without a height it has the screen's default height.
    private var width: Int?
    private var height: Int?
    private var shown: Place?

    private struct Place: Equatable {
        let screen: ScreenName
        let frame: Rect<OutputSpace>
    }

    /// `source` must not be shown by anyone else.
    package init(_ source: any ImagePort, on compositor: Compositor) {
        self.source = source
        self.compositor = compositor
        source.damaged = { [unowned self] in damaged($0) }
    }

    /// Whether the bar is visible: the screen that it is docked to is enabled.
    package var isVisible: Bool { shown != nil }

    /// Docks the bar in place of its previous dock; on a disabled output it appears once the output is enabled.
    package func show(at dock: HUDDock, width: Int?, height: Int?) {
        self.dock = dock
        self.width = width
        self.height = height
        place()
    }

    package func hide() {
        dock = nil
        place()
    }

    /// Updates the bar's place after the screens may have changed.
    func place() {
        let next = wanted
        guard next != shown else { return }
        if let shown, shown.screen != next?.screen { compositor.setOverlay(.statusBar, to: nil, on: shown.screen) }
        shown = next
        reserve(next)
        guard let next, next == shown else {
            if shown == nil { source.isShown = false }
            return
        }
        source.resize(to: next.frame.size)
        source.isShown = true
        present()
    }

    /// Reserves the edge for the bar; this may lay the screens out again before it returns.
    private func reserve(_ place: Place?) {
        for screen in ScreenName.allCases {
            var margins = EdgeMargins.none
            if let place, let dock, place.screen == screen {
                if dock.isAtTop { margins.top = place.frame.height } else { margins.bottom = place.frame.height }
            }
            compositor.reserve(margins, on: screen)
        }
    }

    private var wanted: Place? {
        guard let dock, let screen = compositor.size(of: dock.screen),
            let height = height ?? compositor.barHeight(on: dock.screen)
        else { return nil }
        let size = Size<OutputSpace>(
            width: min(width ?? screen.width, screen.width), height: min(height, screen.height))
        return Place(
            screen: dock.screen,
            frame: Rect(
                x: (screen.width - size.width) / 2, y: dock.isAtTop ? 0 : screen.height - size.height,
                width: size.width, height: size.height))
    }

    private func present() {
        guard let shown else { return }
        compositor.setOverlay(
            .statusBar, to: ScreenOverlay(picture: source.picture, frame: shown.frame), on: shown.screen)
    }

    private func damaged(_ damage: Region<OutputSpace>) {
        guard let shown else { return }
        if damage.extents == source.size.bounds {
            // All of the picture has changed: it may be a different buffer.
            present()
        }
        compositor.overlayDamaged(.statusBar, on: shown.screen, damage)
    }
}
