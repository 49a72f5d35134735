import Geometry

@testable import Mirroring

/// A router over displays and overlays of the test's choice.
struct RouterRig {
    var router: InputRouter
    let time = Timestamp(microseconds: 5)

    static let panel = EnabledOutput(description: Displays.panel, mode: Displays.panelMode, transform: .normal)
    static let fourK = EnabledOutput(description: Displays.fourK, mode: Displays.fourKMode, transform: .normal)
    /// The panel at home, and the panel with the snapshot of a 4K external: 1280x720 below bars of 40 pixels.
    static let home = InputGeometry(.onPanel(panel))
    static let mirrored = InputGeometry(.onExternal(fourK, controlledFrom: panel))

    /// `devices` can do everything.
    init(
        _ base: ScreenBase? = .controller, areas: [OverlayID: OverlayArea] = [:], devices: [DeviceID] = [DeviceID(1)],
        bindings: KeyBindings = KeyBindings(),
        applications: [HostedApplication] = HostedApplication.all(ofDisplays: 0)
    ) {
        router = InputRouter(bindings: bindings, applications: applications)
        show(base, areas: areas)
        for device in devices { add(device) }
    }

    mutating func show(_ base: ScreenBase?, areas: [OverlayID: OverlayArea] = [:]) {
        let geometry: InputGeometry =
            switch base {
            case nil: .parked
            case .controller: Self.mirrored
            case .content, .application, .own, .still, .away: Self.home
            }
        _ = update(InputTargets(geometry: geometry, base: base, areas: areas))
    }

    @discardableResult
    mutating func update(_ targets: InputTargets) -> [InputAction] { router.update(targets, at: time) }

    @discardableResult
    mutating func add(
        _ device: DeviceID, _ capabilities: Set<DeviceCapability> = [.pointer, .touch, .keyboard, .tablet],
        output: String? = nil
    ) -> [InputAction] {
        router.route(
            .deviceAdded(
                DeviceDescription(
                    id: device, name: "device \(device.number)", capabilities: capabilities, output: output)))
    }

    /// Routes an event; returns what the content receives.
    mutating func content(_ event: InputEvent) -> [ContentInput] { router.route(event).to(.content) }

    @discardableResult
    mutating func route(_ event: InputEvent, isPointerHeld: Bool = false) -> [InputAction] {
        var context = InputContext()
        context.isPointerHeld = isPointerHeld
        return router.route(event, context)
    }

    /// The position over a pixel of the panel.
    func at(_ x: Double, _ y: Double) -> DevicePosition { DevicePosition(x: x / 1280, y: y / 800) }

    func motion(_ dx: Double, _ dy: Double) -> RelativeMotion {
        RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy)
    }
}

extension [InputAction] {
    /// The input among the actions that an application receives.
    func to(_ choice: HostedApplication) -> [ContentInput] {
        compactMap { if case .deliver(let input, choice) = $0 { input } else { nil } }
    }
}
