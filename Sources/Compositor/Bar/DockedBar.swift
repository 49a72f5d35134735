import Geometry
import Mirroring

/// A picture of ours docked to an edge of a screen, which the content, or the controller, leaves free.
package final class DockedBar {
    /// Where it is asked for; nil for nowhere.
    package private(set) var dock: BarDock?
    private unowned let compositor: Compositor
    private let source: any PicturePort
    /// The wanted size; without a width the bar takes all of the edge, without a height what the screen asks for.
    private var width: Int?
    private var height: Int?
    private var shown: Place?

    private struct Place: Equatable {
        let screen: ScreenName
        let frame: Rect<OutputSpace>
    }

    /// `source` is shown by nobody else.
    package init(_ source: any PicturePort, on compositor: Compositor) {
        self.source = source
        self.compositor = compositor
        source.damaged = { [unowned self] in damaged($0) }
    }

    /// Whether it can be seen: the screen that it is asked for is lit.
    package var isVisible: Bool { shown != nil }

    /// Docks it there, in place of where it was; on a screen that is dark it waits for it to be lit.
    package func show(at dock: BarDock, width: Int?, height: Int?) {
        self.dock = dock
        self.width = width
        self.height = height
        place()
    }

    package func hide() {
        dock = nil
        place()
    }

    /// The screens may have become others.
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

    /// Has the content, or the controller, leave the edge free; the screens may be laid out again within this call.
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
            // All of it: that may be another picture.
            present()
        }
        compositor.overlayDamaged(.statusBar, on: shown.screen, damage)
    }
}
