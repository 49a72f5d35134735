package import Mirroring
import Runtime
import WaylandBinding

/// `zwlr_output_power_manager_v1`: tools turn the display that they see off and on.
final class OutputPowers: ScreenFollower {
    weak var observer: (any PowerObserver)?
    private let layout: OutputLayout
    private var global: Global<ZwlrOutputPowerManagerV1>?
    /// The displays that are off.
    private var off: Set<OutputID> = []
    private var objects: [OutputPower] = []

    init(_ content: WaylandContent) throws(RuntimeError) {
        layout = content.tools.layout
        global = try Global(content.display, version: 1, audience: .tools) { [weak self] _ in
            self.map(OutputPowerManager.init)
        }
        layout.add(self)
        content.attachments[OutputPowers.self] = self
    }

    /// Whether the display that tools see is on.
    var isOn: Bool { !off.contains(OutputID(layout.screen.name)) }

    /// Turns the display that tools see off or on; false if that is not possible.
    func set(isOn: Bool) -> Bool {
        observer?.setPower(of: OutputID(layout.screen.name), isOn: isOn) ?? false
    }

    func follow(_ off: Set<OutputID>) {
        self.off = off
        screenChanged()
    }

    func screenChanged() {
        for object in objects { object.tell(isOn) }
    }

    fileprivate func add(_ object: OutputPower, _ resource: Resource<ZwlrOutputPowerV1>) {
        objects.append(object)
        resource.onDestroy { [weak self, weak object] in self?.objects.removeAll { $0 === object } }
        object.tell(isOn)
    }
}

/// One client's `zwlr_output_power_manager_v1`.
private final class OutputPowerManager: ZwlrOutputPowerManagerV1Requests {
    private weak var powers: OutputPowers?

    init(_ powers: OutputPowers) {
        self.powers = powers
    }

    func getOutputPower(
        _ resource: Resource<ZwlrOutputPowerManagerV1>, id: NewResource<ZwlrOutputPowerV1>, output: Resource<WlOutput>
    ) {
        let object = OutputPower(powers)
        let made = id.create(object)
        guard made.isAlive else { return }
        object.resource = made
        powers?.add(object, made)
    }
}

/// One `zwlr_output_power_v1`.
private final class OutputPower: ZwlrOutputPowerV1Requests {
    private weak var powers: OutputPowers?
    var resource: Resource<ZwlrOutputPowerV1>?
    /// The last state that the client was told.
    private var told: Bool?

    init(_ powers: OutputPowers?) {
        self.powers = powers
    }

    func tell(_ isOn: Bool) {
        guard told != isOn else { return }
        told = isOn
        resource?.sendMode(mode: isOn ? .on : .off)
    }

    func setMode(_ resource: Resource<ZwlrOutputPowerV1>, mode: UInt32) {
        guard let mode = ZwlrOutputPowerV1.Mode(rawValue: mode) else {
            return resource.post(ZwlrOutputPowerV1.ErrorCode.invalidMode, "\(mode) is neither off nor on")
        }
        if powers?.set(isOn: mode == .on) != true { resource.sendFailed() }
    }
}

extension WaylandContent: PowerPort {
    package var powerObserver: (any PowerObserver)? {
        get { attachments[OutputPowers.self]?.observer }
        set { attachments[OutputPowers.self]?.observer = newValue }
    }

    package func displaysTurnedOff(_ off: Set<OutputID>) {
        attachments[OutputPowers.self]?.follow(off)
    }
}
