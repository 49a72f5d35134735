package import Mirroring
import Runtime
import WaylandBinding

/// `zwlr_output_power_manager_v1`: tools turn the displays that they see off and on.
final class OutputPowers: ScreenFollower {
    weak var observer: (any PowerObserver)?
    private var global: Global<ZwlrOutputPowerManagerV1>?
    /// The displays that are off.
    private var off: Set<OutputID> = []
    private var objects: [OutputPower] = []
    private let layout: OutputLayout

    init(_ content: WaylandContent) throws(RuntimeError) {
        layout = content.tools.layout
        global = try Global(content.display, version: 1, audience: .tools) { [weak self] _ in
            self.map(OutputPowerManager.init)
        }
        layout.add(self)
        content.attachments[OutputPowers.self] = self
    }

    /// Turns a display off or on; false if that is not possible.
    func set(_ id: OutputID, isOn: Bool) -> Bool {
        observer?.setPower(of: id, isOn: isOn) ?? false
    }

    func follow(_ off: Set<OutputID>) {
        self.off = off
        screenChanged()
    }

    /// The main output's display may be another one.
    func screenChanged() {
        for object in objects { object.tell(off) }
    }

    fileprivate func add(_ object: OutputPower, _ resource: Resource<ZwlrOutputPowerV1>) {
        objects.append(object)
        resource.onDestroy { [weak self, weak object] in self?.objects.removeAll { $0 === object } }
        object.tell(off)
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
        let object = OutputPower(powers, OutputGlobal.of(output))
        let made = id.create(object)
        guard made.isAlive else { return }
        object.resource = made
        if OutputGlobal.of(output)?.isRemoved ?? true { return made.sendFailed() }
        powers?.add(object, made)
    }
}

/// One `zwlr_output_power_v1`.
private final class OutputPower: ZwlrOutputPowerV1Requests, OutputFollower {
    private weak var powers: OutputPowers?
    private let output: OutputGlobal?
    var resource: Resource<ZwlrOutputPowerV1>?
    /// The last state that the client was told.
    private var told: Bool?

    init(_ powers: OutputPowers?, _ output: OutputGlobal?) {
        self.powers = powers
        self.output = output
        output?.add(self)
    }

    func outputRemoved() {
        resource?.sendFailed()
    }

    /// Tells the client whether the output's display is among those that are `off`.
    func tell(_ off: Set<OutputID>) {
        guard let output, !output.isRemoved else { return }
        let isOn = !off.contains(output.id)
        guard told != isOn else { return }
        told = isOn
        resource?.sendMode(mode: isOn ? .on : .off)
    }

    func setMode(_ resource: Resource<ZwlrOutputPowerV1>, mode: UInt32) {
        guard let mode = ZwlrOutputPowerV1.Mode(rawValue: mode) else {
            return resource.post(ZwlrOutputPowerV1.ErrorCode.invalidMode, "\(mode) is neither off nor on")
        }
        guard let output, !output.isRemoved, powers?.set(output.id, isOn: mode == .on) == true else {
            return resource.sendFailed()
        }
    }
}

extension WaylandContent {
    package var powerObserver: (any PowerObserver)? {
        get { attachments[OutputPowers.self]?.observer }
        set { attachments[OutputPowers.self]?.observer = newValue }
    }

    package func displaysTurnedOff(_ off: Set<OutputID>) {
        attachments[OutputPowers.self]?.follow(off)
    }
}
