import Geometry
import Mirroring

/// Zooms and pans the controller as fingers and commands ask.
final class ControllerZoomer {
    private let overlays: Overlays
    private let director: ScreenDirector
    private let loop: any LoopPort
    private let displays: DisplaySetup
    private let windows: WindowSwitch
    /// Switches to the controller's next mode.
    var switchMode: () -> Void = {}
    private var gestures = ViewGestures()
    private var motion: ViewMotion?
    private var isTicking = false
    /// The zoom that a double tap brings back.
    private var last: ControllerZoom?
    private var isTaken = false
    /// The viewport of the whole content at the last call of `follow`; content of another size begins at fit.
    private var fit: PanelViewport?
    /// The zoom to restore once there is a controller.
    private var recalled: ContentZoom?

    init(
        _ overlays: Overlays, _ director: ScreenDirector, _ displays: DisplaySetup, _ windows: WindowSwitch,
        loop: any LoopPort
    ) {
        self.overlays = overlays
        self.director = director
        self.displays = displays
        self.windows = windows
        self.loop = loop
    }

    /// Follows the plan.
    func follow() {
        let view = overlays.controller
        if (view != nil) != isTaken {
            isTaken = view != nil
            overlays.setFingers(on: .view, sink: isTaken ? self : nil)
        }
        guard let view else { return motion = nil }
        let next = recall(in: view) ?? refit(view)
        fit = view.fit
        if next != view.zoom { director.update { $0.zoom = next } }
    }

    /// Restores a remembered zoom, now or once there is a controller; nil keeps the present zoom.
    func recall(_ zoom: ContentZoom?) {
        recalled = zoom
        follow()
    }

    private func recall(in view: ControllerView) -> ControllerZoom? {
        guard let remembered = recalled else { return nil }
        recalled = nil
        guard remembered.size == view.fit.external else { return nil }
        let zoom = view.fit.settled(remembered.zoom)
        motion = nil
        last = zoom == .fit ? nil : zoom
        return zoom
    }

    private func refit(_ view: ControllerView) -> ControllerZoom {
        guard let old = fit, old != view.fit else { return view.zoom }
        motion = nil
        if old.external == view.fit.external { return view.fit.settled(view.zoom) }
        last = nil
        return .fit
    }

    /// Shows another zoom at once; false without a controller.
    func zoom(_ choose: (ControllerView) -> ControllerZoom) -> Bool {
        guard let view = overlays.controller else { return false }
        motion = nil
        settle(on: view.fit.settled(choose(view)))
        return true
    }

    /// Pans a zoomed controller so that a point of the content is in sight, unless fingers hold the view.
    func reveal(_ point: Point<ContentSpace>) {
        guard let view = overlays.controller, view.zoom != .fit, motion == nil, !gestures.isHolding else { return }
        let next = view.fit.settled(view.zoom.revealing(point, in: view.fit))
        if next != view.settledZoom { show(next) }
    }

    private func act(on gesture: ViewGesture, _ view: ControllerView) {
        switch gesture {
        case .follow(let zoom):
            director.update { $0.zoom = zoom }
        case .release(let zoom, let velocity):
            move(by: ViewMotion(released: zoom, velocity, in: view.fit, at: loop.now), to: view.fit.settled(zoom))
        case .nextMode:
            switchMode()
        case .switchWindow(let step):
            windows.swipe(step)
        case .toggle(let point):
            toggle(view, at: point)
        }
    }

    /// Switches between all of the content and the last zoom; the first time, zooms in on the middle.
    func toggle() {
        guard let view = overlays.controller else { return }
        toggle(view, at: view.fit.middleOfArea)
    }

    private func toggle(_ view: ControllerView, at point: Point<PanelSpace>) {
        let next = view.zoom == .fit ? last ?? view.closeUp(at: point) : .fit
        if view.zoom != .fit { last = view.zoom }
        move(by: ViewMotion(from: view.zoom, to: next, in: view.fit, at: loop.now), to: next)
    }

    /// Shows the zoom that the user has chosen, and remembers it.
    private func settle(on zoom: ControllerZoom) {
        show(zoom)
        if let fit { displays.remember(ContentZoom(zoom, of: fit.external)) }
    }

    private func show(_ zoom: ControllerZoom) {
        if zoom != .fit { last = zoom }
        director.update { $0.zoom = zoom }
    }

    // MARK: Motion

    /// Moves to a zoom; without a motion, shows the zoom at once.
    private func move(by motion: ViewMotion?, to end: ControllerZoom) {
        self.motion = motion
        if motion == nil { settle(on: end) } else { tick() }
    }

    private func tick() {
        guard !isTicking else { return }
        isTicking = true
        loop.schedule(afterMicroseconds: overlays.refreshMicroseconds) { [weak self] in
            self?.isTicking = false
            self?.advance()
        }
    }

    private func advance() {
        guard let motion else { return }
        guard !motion.isFinished(at: loop.now) else {
            self.motion = nil
            return settle(on: motion.end)
        }
        director.update { $0.zoom = motion.zoom(at: loop.now) }
        tick()
    }
}

extension ControllerZoomer: OverlayInputSink {
    func take(_ input: OverlayInput) {
        guard let view = overlays.controller else { return }
        if case .down = input { motion = nil }
        for gesture in gestures.take(input, view.zoom, fit: view.fit) { act(on: gesture, view) }
    }
}

extension ControllerView {
    /// The zoom that shows a point of the panel closely: one content pixel on each panel pixel, or at least twice the fit.
    fileprivate func closeUp(at point: Point<PanelSpace>) -> ControllerZoom {
        ControllerZoom(factor: max(2, 1 / fit.scale), center: viewport.externalPoint(at: point))
    }
}
