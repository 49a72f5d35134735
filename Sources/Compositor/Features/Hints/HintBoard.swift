import Geometry
import Mirroring

/// Shows the hints for first use on the panel, one at a time, each until it is followed or dismissed by a tap.
final class HintBoard: OverlayInputSink {
    private let overlays: Overlays
    private let memory: (any HintPort)?
    private lazy var book = HintBook(learned: memory?.load() ?? Set(Hint.allCases))
    private var situation = HintSituation()
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

    /// Without a memory no hint is ever shown.
    init(_ overlays: Overlays, memory: (any HintPort)?) {
        self.overlays = overlays
        self.memory = memory
    }

    /// The hint on the panel; nil while there is none.
    var hint: Hint? { frame == nil ? nil : shown?.hint }

    /// Where it takes the tap that dismisses it.
    private(set) var frame: Rect<PanelSpace>?

    /// Notes that a hint was followed or dismissed.
    func learn(_ hint: Hint) {
        guard let memory, book.learn(hint) else { return }
        memory.save(book.learned)
        update()
    }

    /// Shows all hints again.
    func reset() {
        book.reset()
        memory?.save(book.learned)
        update()
    }

    /// Follows what the panel shows: a hint is shown where it makes sense.
    func follow(_ situation: HintSituation) {
        self.situation = situation
        update()
    }

    private func update() {
        if let view = overlays.controller, view.zoom != .fit { learn(.twoFingers) }
        let next = wanted
        guard next != shown else { return }
        shown = next
        let placed = next.flatMap { place($0) }
        frame = placed?.frame
        overlays.set(.hint, to: placed?.overlay)
        overlays.setInput(.hint, area: placed.map { OverlayArea(own: Region($0.frame)) }, sink: self)
    }

    private var wanted: Shown? {
        guard overlays.interface.showsHints, memory != nil, let panel = overlays.panelSize, !situation.isObstructed
        else { return nil }
        var possible: Set<Hint> = []
        if situation.handle != nil { possible.insert(.handle) }
        if situation.twoFingersMoveView, overlays.controller != nil { possible.insert(.twoFingers) }
        return book.next(among: possible).map {
            Shown(hint: $0, panel: panel, handle: situation.handle, interface: overlays.interface)
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

/// What decides which hints make sense.
struct HintSituation {
    /// The menu's handle on the panel; nil for none.
    var handle: MenuHandle?
    /// Two fingers on the controller zoom and pan its view.
    var twoFingersMoveView = false
    /// Something else has the panel: a kiosk's application, or the menu.
    var isObstructed = false
}
