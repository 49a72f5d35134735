import Geometry
package import Mirroring

/// A picture drawn by the service and docked to an edge of a screen; windows or the controller are laid out beside it.
package final class DockedHUD: Feature {
    /// The requested dock; nil while the bar is docked nowhere.
    package private(set) var dock: HUDDock?
    private let overlays: Overlays
    private let director: ScreenDirector
    private let source: any ScrollingImagePort
    private var gestures = ScrollGestures()
    private var shown: Place?
    /// Where the bar takes input on the panel, and the part of it that scrolls, in panel pixels.
    private var area: Rect<OutputSpace>?
    private var scrollable = Region<OutputSpace>()
    /// Whether the pointer is on a part that scrolls.
    private var isPointerOnScrollable = false

    private struct Place: Equatable {
        let role: OutputRole
        let frame: Rect<OutputSpace>
    }

    /// Nothing else may show `source`.
    init(_ source: any ScrollingImagePort, _ overlays: Overlays, _ director: ScreenDirector) {
        self.source = source
        self.overlays = overlays
        self.director = director
        source.damaged = { [unowned self] in damaged($0) }
    }

    /// Whether the bar is visible: the screen that it is docked to is enabled.
    package var isVisible: Bool { shown != nil }

    /// Docks the bar in place of its previous dock; on a disabled output it appears once the output is enabled. Without
    /// a width the bar spans the edge, without a height it has the screen's default height.
    package func show(at dock: HUDDock, width: Int?, height: Int?) {
        self.dock = dock
        let bar = BarDock(role: dock.screen.role, isAtTop: dock.isAtTop, width: width, height: height)
        director.update { $0.bar = bar }
    }

    package func hide() {
        dock = nil
        director.update { $0.bar = nil }
    }

    /// Shows the bar where the plan has it.
    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        guard changes.isBarMoved else { return }
        let next = plan.screens.values.lazy.compactMap { screen in
            screen.bar.map { Place(role: screen.role, frame: $0) }
        }.first
        if let shown, shown.role != next?.role { overlays.set(.statusBar, to: [], on: shown.role) }
        shown = next
        guard let next else {
            source.isShown = false
            return followArea()
        }
        source.resize(to: next.frame.size)
        source.isShown = true
        present()
    }

    private func present() {
        guard let shown else { return }
        overlays.set(
            .statusBar, to: source.picture.map { [SceneElement($0, at: shown.frame)] } ?? [], on: shown.role)
        followArea()
    }

    /// On the panel, the whole bar keeps input from what lies behind it, and fingers scroll its scrolling part.
    private func followArea() {
        let next = shown.flatMap { $0.role == .panel ? $0.frame : nil }
        scrollable = next.map { source.scrollable.offset(x: $0.x, y: $0.y) } ?? Region()
        guard next != area else { return }
        area = next
        overlays.setInput(.statusBar, area: next.map { OverlayArea(own: Region($0.reinterpreted())) }, sink: self)
    }

    private func damaged(_ damage: Region<OutputSpace>) {
        guard let shown else { return }
        if damage.extents == source.size.bounds {
            // All of the picture has changed: it may be a different buffer.
            present()
        }
        overlays.damaged(.statusBar, on: shown.role, damage)
    }
}

extension DockedHUD: OverlayInputSink {
    package func take(_ input: OverlayInput) {
        switch input {
        case .down(_, _, let point, _) where !scrolls(at: point): return
        case .hover(let point, _): isPointerOnScrollable = scrolls(at: point)
        case .scroll where !isPointerOnScrollable: return
        default: break
        }
        for gesture in gestures.take(input) {
            switch gesture {
            case .scroll(let distance): source.scroll(by: distance)
            case .end: source.scrollingEnded()
            case .tap: source.scrollToEnd()
            }
        }
    }

    private func scrolls(at point: Point<PanelSpace>) -> Bool { scrollable.contains(point.reinterpreted()) }
}

/// The meaning of contacts on a picture that scrolls.
enum ScrollGesture: Hashable, Sendable {
    /// The picture moves down by this many panel pixels.
    case scroll(Double)
    case end
    case tap
}

/// Recognises drags, taps and wheels on a picture that scrolls up and down; the first contact counts, others do not.
struct ScrollGestures {
    private struct Hold {
        let id: ContactID
        let start: Point<PanelSpace>
        var last: Point<PanelSpace>
        var isDragging = false
    }

    private var hold: Hold?

    init() {}

    /// Takes a contact's event. Each series of `scroll` ends with one `end`, even when the contact is cancelled.
    mutating func take(_ input: OverlayInput) -> [ScrollGesture] {
        switch input {
        case .down(let id, let means, let point, _):
            if hold == nil, means.isPrimary, point.isFinite { hold = Hold(id: id, start: point, last: point) }
            return []
        case .motion(let id, let point, _):
            guard var next = hold, next.id == id, point.isFinite else { return [] }
            next.isDragging = next.isDragging || abs(point.y - next.start.y) > ViewGestures.slop
            let distance = point.y - next.last.y
            if next.isDragging { next.last = point }
            hold = next
            return next.isDragging && distance != 0 ? [.scroll(distance)] : []
        case .up(let id, _):
            guard let last = hold, last.id == id else { return [] }
            hold = nil
            return last.isDragging ? [.end] : [.tap]
        case .cancel(let id):
            guard let last = hold, last.id == id else { return [] }
            hold = nil
            return last.isDragging ? [.end] : []
        case .scroll(let axis, _):
            return axis.dy.isFinite && axis.dy != 0 ? [.scroll(-axis.dy), .end] : []
        case .hover, .hoverEnded, .key:
            return []
        }
    }
}
