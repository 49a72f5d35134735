import Control
import Geometry
package import Mirroring

/// The presenter's tools. While the user holds one, fingers, pens and the pointer on the content draw above the content.
package final class Presenter: Feature {
    private let overlays: Overlays
    private let director: ScreenDirector
    private let input: InputDispatcher
    private let notices: NoticeBoard
    private let painter: FramePainter
    private let changed: () -> Void
    private let port: any SketchPort
    private(set) var tool: PresenterTool?
    private var style = PenStyle()
    private var presenting: PresentingConfiguration
    private var ink = Ink()
    private var tiles: InkTiles
    /// The external's size, for which the strokes were drawn.
    private var screen = Size<ContentSpace>.zero
    /// The fingers that hold the tool.
    private var fingers: Set<ContactID> = []
    /// The tablets whose tip holds the tool, and where each tablet's tip is.
    private var tips: Set<DeviceID> = []
    private var tipPoints: [DeviceID: Point<ContentSpace>] = [:]
    /// Where the tool points; the newest mark is last.
    private var marks: [(nib: Ink.Nib, point: Point<ContentSpace>)] = []
    private var pointer = Point<ContentSpace>(x: 0, y: 0)
    private lazy var pictures = MarkPictures(port)

    /// Calls `changed` when another tool is held.
    init(
        _ overlays: Overlays, _ director: ScreenDirector, _ input: InputDispatcher, _ notices: NoticeBoard,
        _ painter: FramePainter, _ port: any SketchPort, _ presenting: PresentingConfiguration,
        changed: @escaping () -> Void
    ) {
        self.painter = painter
        self.presenting = presenting
        self.overlays = overlays
        self.director = director
        self.input = input
        self.notices = notices
        self.changed = changed
        self.port = port
        tiles = InkTiles(port, screen: .zero)
    }

    /// Nil where nothing is held or drawn.
    var status: PresenterStatus? {
        tool == nil && ink.strokes.isEmpty ? nil : PresenterStatus(tool: tool, strokes: ink.strokes.count)
    }

    func use(_ next: Configuration, after old: Configuration) {
        presenting = next.presenting
    }

    var commands: [any CommandHandler] {
        [
            Handler<PresentRequest>(wakes: true) { [unowned self] command, _ in
                take(up: command.tool, command.style)
                guard command.tool != nil, director.plan.screen(in: .external) == nil else { return .done }
                return .note("kept for when an external shows the content")
            },
            Handler<UndoStrokeRequest> { [unowned self] _, _ in
                undo() ? .done : .failure("no stroke to undo: draw one with kagami present pen")
            },
            Handler<ClearStrokesRequest> { [unowned self] _, _ in
                clear()
                return .done
            },
            Handler<NextPageRequest> { [unowned self] _, _ in turnPage(forward: true) },
            Handler<PreviousPageRequest> { [unowned self] _, _ in turnPage(forward: false) },
        ]
    }

    private func turnPage(forward: Bool) -> ControlAnswer<Done> {
        input.turnPage(forward: forward)
            ? .done
            : .failure("no page to turn: the content has no window, or no display is on; see kagami status")
    }

    func report(to status: inout ServiceStatus) {
        status.overlays.presenter = self.status
    }

    func perform(_ action: BoundAction) -> Bool {
        switch action {
        case .presenterTool: switchTool()
        case .presenterUndo: _ = undo()
        default: return false
        }
        return true
    }

    /// Switches to the next tool, and after the last one to none.
    func switchTool() {
        let tools = PresenterTool.allCases
        let next = tool.flatMap { tools.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        take(up: next < tools.count ? tools[next] : nil)
        notices.show(tool?.notice ?? .noToolNotice)
    }

    /// Takes up a tool, or with nil puts it down, and cancels the contacts on the content. `style` is the pen's style
    /// from now on; nil keeps the present one.
    package func take(up next: PresenterTool?, _ style: PenStyle? = nil) {
        if let style { self.style = style }
        guard next != tool else { return }
        input.cancelAll()
        tool = next
        fingers = []
        tips = []
        marks = []
        show()
        changed()
    }

    /// Removes the pen's newest stroke; false without one.
    package func undo() -> Bool {
        guard let stroke = ink.undo() else { return false }
        tiles.erase(stroke, leaving: ink.strokes)
        show()
        return true
    }

    /// Removes all strokes.
    package func clear() {
        ink.clear()
        tiles = InkTiles(port, screen: screen)
        show()
    }

    /// Follows the external: strokes stay with a display of the same size.
    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        guard let size = plan.canvas(of: .external) else { return }
        let next: Size<ContentSpace> = size.reinterpreted()
        guard next != screen else { return }
        screen = next
        marks = []
        clear()
    }

    /// Whether the finger holds the tool and does not touch the content.
    func holds(_ finger: ContactID) -> Bool { fingers.contains(finger) }

    private func show() {
        let elements =
            tiles.elements + (tool.map { pictures.elements(of: $0, at: marks.map(\.point), on: screen) } ?? [])
        overlays.set(.presenter, to: elements, on: .external)
        // The mark itself says where it points.
        painter.hide(.marked, marks.contains { $0.nib == .pointer })
    }
}

// MARK: Fingers and the pointer

extension Presenter {
    /// Takes an input event of the content; false where the event belongs to the content.
    func take(_ input: ContentInput) -> Bool {
        if case .tool(let tablet, let step, _) = input { note(step, of: tablet) }
        if case .key(let code, pressed: true, _) = input, [presenting.nextKey, presenting.previousKey].contains(code) {
            pageTurned()
        }
        guard tool != nil, director.plan.screen(in: .external) != nil else { return false }
        switch input {
        case .touchDown(let id, let point, _):
            // Points below the screen belong to on-screen keyboards.
            guard screen.bounds.contains(point) else { return false }
            fingers.insert(id)
            begin(.finger(id), at: point)
        case .touchMotion(let id, let point, _):
            guard fingers.contains(id) else { return false }
            move(.finger(id), to: point)
        case .touchUp(let id, _):
            guard fingers.remove(id) != nil else { return false }
            end(.finger(id))
        case .touchCancel:
            for id in fingers { cancel(.finger(id)) }
            fingers = []
            return false
        case .pointerMotion(let point, _, _):
            movePointer(to: point)
            // The content's pointer moves too.
            return false
        case .pointerButton(PointerButton.left, let pressed, _): return pressPointer(pressed)
        case .pointerLeave, .releaseAll:
            ink.end(.pointer)
            return false
        case .tool(let tablet, let step, _): return take(step, of: tablet)
        default: return false
        }
        return true
    }

    /// Clears the strokes of the page before, where the configuration says so.
    private func pageTurned() {
        if presenting.clearsOnPage, !ink.strokes.isEmpty { clear() }
    }

    private func note(_ step: ToolInput, of tablet: DeviceID) {
        switch step {
        case .enter(_, let point, _), .motion(let point, _): tipPoints[tablet] = point
        case .leave: tipPoints[tablet] = nil
        case .down, .up, .button: break
        }
    }

    /// Takes a tip like a finger; a hovering pen belongs to the content.
    private func take(_ step: ToolInput, of tablet: DeviceID) -> Bool {
        switch step {
        case .down:
            guard let point = tipPoints[tablet], screen.bounds.contains(point) else { return false }
            tips.insert(tablet)
            begin(.tool(tablet), at: point)
        case .motion(let point, _):
            guard tips.contains(tablet) else { return false }
            move(.tool(tablet), to: point)
        case .up:
            guard tips.remove(tablet) != nil else { return false }
            end(.tool(tablet))
        case .enter, .button, .leave: return false
        }
        return true
    }

    private func movePointer(to point: Point<ContentSpace>) {
        pointer = point
        if tool != .pen || ink.isDrawing(.pointer) { move(.pointer, to: point) }
    }

    private func pressPointer(_ pressed: Bool) -> Bool {
        guard tool == .pen else { return false }
        if pressed { begin(.pointer, at: pointer) } else { end(.pointer) }
        return true
    }

    private func begin(_ nib: Ink.Nib, at point: Point<ContentSpace>) {
        guard tool == .pen else { return mark(nib, at: point) }
        draw(ink.begin(nib, at: point, PenStyle(color: style.color, width: style.width(on: screen))))
    }

    private func move(_ nib: Ink.Nib, to point: Point<ContentSpace>) {
        guard tool == .pen else { return mark(nib, at: point) }
        draw(ink.extend(nib, to: point))
    }

    private func draw(_ stroke: Ink.Stroke?) {
        guard let stroke else { return }
        tiles.draw(stroke, from: max(0, stroke.points.count - 2))
        show()
    }

    private func mark(_ nib: Ink.Nib, at point: Point<ContentSpace>) {
        marks.removeAll { $0.nib == nib }
        marks.append((nib, point))
        show()
    }

    private func end(_ nib: Ink.Nib) {
        ink.end(nib)
        // A spotlight stays where it was left.
        guard tool != .spotlight, marks.contains(where: { $0.nib == nib }) else { return }
        marks.removeAll { $0.nib == nib }
        show()
    }

    private func cancel(_ nib: Ink.Nib) {
        if let stroke = ink.cancel(nib) { tiles.erase(stroke, leaving: ink.strokes) }
        marks.removeAll { $0.nib == nib }
        show()
    }
}
