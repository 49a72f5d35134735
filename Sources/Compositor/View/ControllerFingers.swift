import Geometry
import Mirroring

/// What fingers on the controller do: the mode, and the parts that take the fingers in it.
final class ControllerFingers {
    private unowned let compositor: Compositor
    private(set) var mode: ControllerMode
    private let trackpad: ControllerTrackpad
    private let press: ControllerPress
    /// The display that the content was last moved to.
    private var external: DisplayKey?
    /// The pad of keys.
    let keys: ControllerKeys

    /// The height of the pointer on a panel that is a trackpad.
    private static let cursorMillimetres = 5.0

    init(_ compositor: Compositor) {
        self.compositor = compositor
        mode = compositor.configuration.controller.mode
        let loop = compositor.ports.loop
        trackpad = ControllerTrackpad(compositor.overlays, compositor.input, loop: loop)
        press = ControllerPress(compositor.overlays, compositor.input, loop: loop)
        keys = ControllerKeys(
            compositor.overlays, compositor.director, compositor.input, compositor.ports.menu)
        trackpad.delegate = compositor
    }

    /// Where the finger that is aiming points; nil without one.
    var aim: Point<ContentSpace>? { press.spot }

    /// Sets the mode, now and when there is a controller again; false where that was so already.
    func use(_ mode: ControllerMode) -> Bool {
        guard mode != self.mode else { return false }
        self.mode = mode
        configurationChanged()
        return true
    }

    /// Follows the mode and the configuration.
    func configurationChanged() {
        compositor.input.use(mode, compositor.configuration.controller.twoFingers)
        follow()
        compositor.followKeys()
    }

    /// Follows the plan and the presenter's tool.
    func follow() {
        recallExternal()
        let density = compositor.overlays.density
        let view = mode == .trackpad ? compositor.shownController : nil
        trackpad.use(view.map { TrackpadSpeed(gain: 1 / $0.fit.scale, pixelsPerMillimetre: density) })
        compositor.painter.magnifyCursor(
            to: view == nil ? 0 : Int(clamping: (density * Self.cursorMillimetres).rounded()))
        followPress(density)
    }

    /// Takes the mode and the zoom that were last set with an external when that is back.
    private func recallExternal() {
        let external = compositor.external
        guard external.map(DisplayKey.init) != self.external else { return }
        self.external = external.map(DisplayKey.init)
        compositor.saveDisplays()
        guard let external else { return }
        let choices = compositor.director.topology.choices
        if let mode = choices.value(\.controllerMode, of: external, configured: nil) { _ = use(mode) }
        compositor.zoomer.recall(choices.value(\.zoom, of: external, configured: nil))
    }

    private func followPress(_ density: Double) {
        let configuration = compositor.configuration.controller
        let (kind, rest) = (configuration.longPress, Int64(configuration.longPressMilliseconds) * 1000)
        let isUsed =
            mode.isDirect && kind != .application && compositor.shownController != nil
            && compositor.presenter?.tool == nil
        let zooms = configuration.twoFingers == .view
        press.use(isUsed ? ControllerPress.Use(kind: kind, density: density, zooms: zooms) : nil)
        compositor.input.use(isUsed ? RestRule(microseconds: rest, density: density) : nil)
    }
}
