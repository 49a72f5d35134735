package import Mirroring
import Runtime
import WaylandBinding

/// `zwlr_gamma_control_manager_v1`: one tool at a time tints the displays, such as for the night.
///
/// A tool may have a control for each output, and is told the table length of the output's display. Its last table applies to all
/// displays, whatever lengths they need, and ends with its last control.
final class GammaControls {
    weak var observer: (any GammaObserver)?
    private var global: Global<ZwlrGammaControlManagerV1>?
    /// The controls of the tool that may tint the displays.
    private var controls: [GammaControl] = []

    init(_ content: WaylandContent) throws(RuntimeError) {
        global = try Global(content.display, version: 1, audience: .tools) { [weak self] _ in
            self.map(GammaControlManager.init)
        }
        content.attachments[GammaControls.self] = self
    }

    /// Lets a client's control tint the displays.
    ///
    /// Returns the length of its tables; nil if another control has the displays, or if the display has no tables.
    fileprivate func take(_ control: GammaControl) -> Int? {
        guard let output = control.output, !output.isRemoved else { return nil }
        guard controls.allSatisfy({ $0.client == control.client && $0.output !== output }) else { return nil }
        guard let size = observer?.gammaSize(of: output.id) else { return nil }
        controls.append(control)
        return size
    }

    fileprivate func set(_ table: GammaTable?, by control: GammaControl) {
        if controls.contains(where: { $0 === control }) { observer?.setGamma(table) }
    }

    fileprivate func leave(_ control: GammaControl) {
        guard let index = controls.firstIndex(where: { $0 === control }) else { return }
        controls.remove(at: index)
        if controls.isEmpty { observer?.setGamma(nil) }
    }
}

/// One client's `zwlr_gamma_control_manager_v1`.
private final class GammaControlManager: ZwlrGammaControlManagerV1Requests {
    private weak var controls: GammaControls?

    init(_ controls: GammaControls) {
        self.controls = controls
    }

    func getGammaControl(
        _ resource: Resource<ZwlrGammaControlManagerV1>, id: NewResource<ZwlrGammaControlV1>,
        output: Resource<WlOutput>
    ) {
        let control = GammaControl(controls, resource.client, OutputGlobal.of(output))
        let made = id.create(control)
        guard made.isAlive else { return }
        guard let size = controls?.take(control) else { return made.sendFailed() }
        control.size = size
        made.onDestroy { [weak controls, control] in controls?.leave(control) }
        made.sendGammaSize(size: UInt32(clamping: size))
    }
}

/// One `zwlr_gamma_control_v1`.
private final class GammaControl: ZwlrGammaControlV1Requests {
    private weak var controls: GammaControls?
    let client: Client
    private(set) weak var output: OutputGlobal?
    /// The number of values of each curve; nil for a control that has failed.
    var size: Int?

    init(_ controls: GammaControls?, _ client: Client, _ output: OutputGlobal?) {
        self.controls = controls
        self.client = client
        self.output = output
    }

    func setGamma(_ resource: Resource<ZwlrGammaControlV1>, fd: OwnedDescriptor) {
        guard let size else { return }
        // A pipe could block the service.
        let bytes = try? RegularFile(fd, limit: .max).read(size * 6, at: 0)
        guard let bytes, bytes.count == size * 6 else {
            return resource.post(
                ZwlrGammaControlV1.ErrorCode.invalidGamma, "three tables of \(size) values of 16 bits are needed")
        }
        func curve(_ number: Int) -> [UInt16] {
            (0..<size).map { index in
                let place = (number * size + index) * 2
                return bytes.withUnsafeBytes { $0.load(fromByteOffset: place, as: UInt16.self) }
            }
        }
        controls?.set(GammaTable(red: curve(0), green: curve(1), blue: curve(2)), by: self)
    }
}

extension WaylandContent {
    package var gammaObserver: (any GammaObserver)? {
        get { attachments[GammaControls.self]?.observer }
        set { attachments[GammaControls.self]?.observer = newValue }
    }
}
