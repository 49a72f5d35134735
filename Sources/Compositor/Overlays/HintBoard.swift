import Geometry
import Mirroring

/// Shows the hints for first use on the panel, one at a time, each until it is followed or dismissed by a tap.
final class HintBoard: OverlayInputSink {
    private unowned let compositor: Compositor
    private let overlays: Overlays
    private lazy var book = HintBook(learned: compositor.ports.hints?.load() ?? Set(Hint.allCases))
    private var shown: Shown?

    private struct Shown: Equatable {
        let hint: Hint
        let panel: Size<PanelSpace>
        let handle: MenuHandle?
        let interface: InterfaceConfiguration
    }

    /// The letter height, and the distance from the handle and the panel's edge.
    private static let letterMillimetres = 3.0
    private static let marginMillimetres = 3.0

    init(_ compositor: Compositor) {
        self.compositor = compositor
        overlays = compositor.overlays
    }

    /// The hint on the panel; nil while there is none.
    var hint: Hint? { frame == nil ? nil : shown?.hint }

    /// Where it takes the tap that dismisses it.
    private(set) var frame: Rect<PanelSpace>?

    /// Notes that a hint was followed or dismissed.
    func learn(_ hint: Hint) {
        guard compositor.ports.hints != nil, book.learn(hint) else { return }
        compositor.ports.hints?.save(book.learned)
        follow()
    }

    /// Shows all hints again.
    func reset() {
        book.reset()
        compositor.ports.hints?.save(book.learned)
        follow()
    }

    /// Follows the plan and the configuration: a hint is shown where it makes sense.
    func follow() {
        if let view = compositor.shownController, view.zoom != .fit { learn(.twoFingers) }
        let next = wanted
        guard next != shown else { return }
        shown = next
        let placed = next.flatMap { place($0) }
        frame = placed?.frame
        overlays.set(.hint, to: placed?.overlay)
        overlays.setInput(.hint, area: placed.map { OverlayArea(own: Region($0.frame)) }, sink: self)
    }

    private var wanted: Shown? {
        guard overlays.interface.showsHints, !compositor.configuration.kiosk.isEnabled, compositor.ports.hints != nil,
            let panel = overlays.panelSize, !compositor.menu.isOpen
        else { return nil }
        var possible: Set<Hint> = []
        if compositor.menuHandle.shown != nil { possible.insert(.handle) }
        let isView = compositor.controllerMode.isDirect && compositor.configuration.controller.twoFingers == .view
        if isView, compositor.shownController != nil { possible.insert(.twoFingers) }
        return book.next(among: possible).map {
            Shown(
                hint: $0, panel: panel, handle: compositor.menuHandle.shown,
                interface: overlays.interface)
        }
    }

    private func place(_ shown: Shown) -> (frame: Rect<PanelSpace>, overlay: ScreenOverlay)? {
        let density = overlays.density
        let margin = Int(clamping: (Self.marginMillimetres * density).rounded())
        let picture = overlays.texts?.picture(
            of: shown.hint.text.text(in: overlays.language),
            letterHeight: Self.letterMillimetres * density * shown.interface.size,
            width: max(1, shown.panel.width - 4 * margin))
        guard let picture else { return nil }
        let frame = HintPlace(
            shown.hint, size: picture.size.reinterpreted(), on: shown.panel, handle: shown.handle, margin: margin
        ).frame
        let element = SceneElement(whole: picture, at: frame.reinterpreted())
        return (frame, ScreenOverlay(decorations: [element]))
    }

    func take(_ input: OverlayInput) {
        if case .up = input, let hint = shown?.hint { learn(hint) }
    }
}
