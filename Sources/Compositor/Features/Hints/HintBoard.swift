import Control
import Geometry
package import Mirroring

/// Shows the hints for first use on the panel, one at a time.
///
/// A hint stays until the user follows it, a tap dismisses it, or its time is over. A hint whose time is over comes
/// back at the service's next start.
package final class HintBoard: Feature, OverlayInputSink {
    private let overlays: Overlays
    private let controller: Controller
    private let menu: MenuOverlay
    private let pip: PiPExecutor
    private let memory: (any HintPort)?
    private lazy var book = HintBook(learned: memory?.load() ?? Set(Hint.allCases))
    private let handle: MenuHandleOverlay
    private let loop: any LoopPort
    private var isKiosk: Bool
    private var shown: Shown?
    /// The hints whose time is over although nobody has followed them.
    private var passed: Set<Hint> = []
    /// Counts the hints that have been shown, so that the timer of an earlier hint is ignored.
    private var number = 0

    private struct Shown: Equatable {
        let hint: Hint
        let room: Rect<PanelSpace>
        let handle: MenuHandle?
        /// The picture in picture, which a hint keeps clear of.
        let picture: Rect<PanelSpace>?
        let interface: InterfaceConfiguration
    }

    /// The letter height, and the distance from the handle and the panel's edge.
    private static let letterMillimetres = 3.0
    private static let marginMillimetres = 3.0
    private static let microseconds: Int64 = 10_000_000

    /// Without a memory no hint is ever shown.
    init(
        _ overlays: Overlays, _ controller: Controller, _ menu: MenuOverlay, _ handle: MenuHandleOverlay,
        _ pip: PiPExecutor,
        isKiosk: Bool, memory: (any HintPort)?, _ loop: any LoopPort
    ) {
        self.loop = loop
        self.overlays = overlays
        self.controller = controller
        self.menu = menu
        self.handle = handle
        self.pip = pip
        self.isKiosk = isKiosk
        self.memory = memory
    }

    /// The hint on the panel; nil while there is none.
    var hint: Hint? { frame == nil ? nil : shown?.hint }

    /// The area in which a tap dismisses the hint.
    private(set) var frame: Rect<PanelSpace>?

    /// Notes that a hint was followed or dismissed.
    func learn(_ hint: Hint) {
        guard let memory, book.learn(hint) else { return }
        memory.save(book.learned)
        follow()
    }

    /// Shows all hints again.
    package func reset() {
        book.reset()
        passed = []
        memory?.save(book.learned)
        follow()
    }

    func use(_ next: Configuration, after old: Configuration) {
        isKiosk = next.kiosk.isEnabled
    }

    var commands: [any CommandHandler] {
        [
            Handler<ResetHintsRequest> { [unowned self] _, _ in
                reset()
                return .done
            }
        ]
    }

    func report(to status: inout ServiceStatus) {
        status.overlays.menu?.hint = hint
    }

    /// Follows what the panel shows: a hint is shown where it makes sense.
    func follow() {
        if let view = overlays.controller, view.zoom != .fit { learn(.twoFingers) }
        if menu.isOpen { learn(.handle) }
        let next = wanted
        guard next != shown else { return }
        if let hint = next?.hint, hint != shown?.hint { pass(hint) }
        shown = next
        let placed = next.flatMap { place($0) }
        frame = placed?.frame
        overlays.set(.hint, to: placed.map { [$0.element] } ?? [])
        overlays.setInput(.hint, area: placed.map { OverlayArea(own: Region($0.frame)) }, sink: self)
    }

    /// Removes a newly shown hint when its time is over.
    private func pass(_ hint: Hint) {
        number += 1
        loop.schedule(afterMicroseconds: Self.microseconds) { [weak self, number] in
            guard let self, self.number == number, shown?.hint == hint else { return }
            passed.insert(hint)
            follow()
        }
    }

    private var wanted: Shown? {
        guard overlays.interface.showsHints, memory != nil, let room = overlays.room, !isKiosk, !menu.isOpen
        else { return nil }
        var possible: Set<Hint> = []
        // A panel application, such as notes beside a presentation, needs no hint about the handle.
        if handle.shown != nil, overlays.panel?.base != .application { possible.insert(.handle) }
        if controller.twoFingersMoveView, overlays.controller != nil { possible.insert(.twoFingers) }
        return book.next(among: possible.subtracting(passed)).map {
            Shown(
                hint: $0, room: room, handle: handle.shown, picture: pip.status?.frame, interface: overlays.interface)
        }
    }

    private func place(_ shown: Shown) -> (frame: Rect<PanelSpace>, element: SceneElement)? {
        let density = overlays.density
        let margin = Int(clamping: (Self.marginMillimetres * density).rounded())
        let picture = overlays.texts?.picture(
            of: shown.hint.text.text(in: overlays.language),
            letterHeight: Self.letterMillimetres * density * shown.interface.size,
            in: HintPlace.largest(shown.hint, in: shown.room, handle: shown.handle, margin: margin))
        guard let picture else { return nil }
        let frame = HintPlace(
            shown.hint, size: picture.size.reinterpreted(), in: shown.room, handle: shown.handle,
            clearOf: shown.picture, margin: margin
        ).frame
        return (frame, SceneElement(whole: picture, at: frame.reinterpreted()))
    }

    package func take(_ input: OverlayInput) {
        if case .up = input, let hint = shown?.hint { learn(hint) }
    }
}

/// Which hints are still to be shown: each until it has been followed or dismissed.
struct HintBook: Hashable, Sendable {
    /// The hints that are not shown any more.
    private(set) var learned: Set<Hint>

    init(learned: Set<Hint> = []) {
        self.learned = learned
    }

    /// The hint to show where `possible` hints make sense: the first one in the order of declaration.
    func next(among possible: Set<Hint>) -> Hint? {
        Hint.allCases.first { possible.contains($0) && !learned.contains($0) }
    }

    /// Notes that a hint was followed or dismissed; false where the book knows already.
    mutating func learn(_ hint: Hint) -> Bool { learned.insert(hint).inserted }

    mutating func reset() {
        learned = []
    }
}

/// Where a hint is on the panel.
struct HintPlace: Hashable, Sendable {
    let frame: Rect<PanelSpace>

    /// The largest size of a hint that leaves the handle free.
    static func largest(
        _ hint: Hint, in room: Rect<PanelSpace>, handle: MenuHandle?, margin: Int
    ) -> Size<OutputSpace> {
        let area = hint == .handle ? handle?.area ?? .zero : .zero
        let isSide = handle?.edge.isSide ?? true
        return Size(
            width: max(1, room.width - 4 * margin - (isSide ? area.width : 0)),
            height: max(1, room.height - 4 * margin - (isSide ? 0 : area.height)))
    }

    /// Places a hint of this size: beside the handle if the hint is about the handle, otherwise in the middle above the lower edge, or
    /// below the upper edge if another picture is there.
    init(
        _ hint: Hint, size: Size<PanelSpace>, in room: Rect<PanelSpace>, handle: MenuHandle?,
        clearOf other: Rect<PanelSpace>? = nil, margin: Int
    ) {
        guard hint == .handle, let handle else {
            let x = room.x + max(0, (room.width - size.width) / 2)
            let low = Rect<PanelSpace>(
                x: x, y: room.y + max(0, room.height - size.height - 2 * margin), width: size.width,
                height: size.height)
            let high = Rect<PanelSpace>(x: x, y: room.y + 2 * margin, width: size.width, height: size.height)
            frame = other.map { !$0.intersection(low).isEmpty && $0.intersection(high).isEmpty } == true ? high : low
            return
        }
        let area = handle.area
        let middle = (area.x + (area.width - size.width) / 2, area.y + (area.height - size.height) / 2)
        frame = handle.place(size, gap: margin, at: middle, in: room)
    }
}
