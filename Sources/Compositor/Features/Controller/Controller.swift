import Geometry
import Mirroring

/// What fingers on the controller do: the mode, and the parts that take the fingers in it.
final class ControllerFingers {
    private let overlays: Overlays
    private let painter: FramePainter
    private let input: InputDispatcher
    private let presenter: Presenter?
    private let keyboard: PanelKeyboard?
    private(set) var mode: ControllerMode
    private var configuration: ControllerConfiguration
    private let trackpad: ControllerTrackpad
    private let press: ControllerPress
    private let keys: ControllerKeys

    /// The height of the pointer on a panel that is a trackpad.
    private static let cursorMillimetres = 5.0

    init(
        _ overlays: Overlays, _ painter: FramePainter, _ input: InputDispatcher, _ keys: ControllerKeys,
        _ presenter: Presenter?, _ keyboard: PanelKeyboard?, loop: any LoopPort,
        _ configuration: ControllerConfiguration
    ) {
        self.overlays = overlays
        self.painter = painter
        self.input = input
        self.keys = keys
        self.presenter = presenter
        self.keyboard = keyboard
        self.configuration = configuration
        mode = configuration.mode
        trackpad = ControllerTrackpad(overlays, input, loop: loop)
        press = ControllerPress(overlays, input, loop: loop)
    }

    /// Carries out what fingers ask of the rest of the service; not retained.
    var delegate: (any ControllerDelegate)? {
        get { trackpad.delegate }
        set { trackpad.delegate = newValue }
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

    /// Applies another configuration, whose mode replaces the user's where it is another one than before.
    func use(_ next: ControllerConfiguration) {
        let isOtherMode = next.mode != configuration.mode
        configuration = next
        if !(isOtherMode && use(next.mode)) { configurationChanged() }
    }

    /// Follows the mode and the configuration.
    private func configurationChanged() {
        input.use(mode, configuration.twoFingers)
        follow()
        followKeys()
    }

    /// Brings the pad of keys up to date. An on-screen keyboard takes its place while one is on the panel.
    func followKeys() {
        keys.follow(isWanted: mode == .keys && keyboard?.isOnPanel != true)
    }

    /// Follows the plan and the presenter's tool.
    func follow() {
        let density = overlays.density
        let view = mode == .trackpad ? overlays.controller : nil
        trackpad.use(view.map { TrackpadSpeed(gain: 1 / $0.fit.scale, pixelsPerMillimetre: density) })
        painter.magnifyCursor(
            to: view == nil ? 0 : Int(clamping: (density * Self.cursorMillimetres).rounded()))
        followPress(density)
    }

    private func followPress(_ density: Double) {
        let (kind, rest) = (configuration.longPress, Int64(configuration.longPressMilliseconds) * 1000)
        let isUsed =
            mode.isDirect && kind != .application && overlays.controller != nil
            && presenter?.tool == nil
        let zooms = configuration.twoFingers == .view
        press.use(isUsed ? ControllerPress.Use(kind: kind, density: density, zooms: zooms) : nil)
        input.use(isUsed ? RestRule(microseconds: rest, density: density) : nil)
    }
}
