package import Mirroring
import Runtime
import WaylandBinding

/// `zwlr_gamma_control_manager_v1`: one tool at a time tints the displays, such as for the night.
///
/// A tool is told the table length of the display that tools see. Its tables apply to all displays, whatever lengths
/// they need, and end with its control.
final class GammaControls {
    weak var observer: (any GammaObserver)?
    private let layout: OutputLayout
    private var global: Global<ZwlrGammaControlManagerV1>?
    /// The control of the tool that may tint the displays.
    private weak var owner: GammaControl?

    init(_ content: WaylandContent) throws(RuntimeError) {
        layout = content.tools.layout
        global = try Global(content.display, version: 1, audience: .tools) { [weak self] _ in
            self.map(GammaControlManager.init)
        }
        content.attachments[GammaControls.self] = self
    }

    /// Lets a control tint the displays.
    ///
    /// Returns the length of its tables; nil if another control has the displays, or if the displays have no tables.
    fileprivate func take(_ control: GammaControl) -> Int? {
        guard owner == nil, let size = observer?.gammaSize(of: OutputID(layout.screen.name)) else { return nil }
        owner = control
        return size
    }

    fileprivate func set(_ table: GammaTable?, by control: GammaControl) {
        if owner === control { observer?.setGamma(table) }
    }

    fileprivate func leave(_ control: GammaControl) {
        guard owner === control else { return }
        owner = nil
        observer?.setGamma(nil)
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
        let control = GammaControl(controls)
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
    /// The number of values of each curve; nil for a control that has failed.
    var size: Int?

    init(_ controls: GammaControls?) {
        self.controls = controls
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

extension WaylandContent: GammaPort {
    package var gammaObserver: (any GammaObserver)? {
        get { attachments[GammaControls.self]?.observer }
        set { attachments[GammaControls.self]?.observer = newValue }
    }
}
