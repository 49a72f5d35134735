import Geometry
import Mirroring
import WaylandBinding

/// One client's `zwlr_output_head_v1` for the logical output, with its one mode.
final class OutputHead: ZwlrOutputHeadV1Requests {
    private let resource: Resource<ZwlrOutputHeadV1>
    private(set) var screen: LogicalScreen
    private(set) var mode: Resource<ZwlrOutputModeV1>?

    init(_ resource: Resource<ZwlrOutputHeadV1>, screen: LogicalScreen) {
        self.resource = resource
        self.screen = screen
    }

    static func of(_ resource: Resource<ZwlrOutputHeadV1>) -> OutputHead? { resource.handler as? OutputHead }

    /// True if the properties that a head cannot change stay the same.
    func isStill(_ next: LogicalScreen) -> Bool {
        resource.isAlive && next.name == screen.name && next.identity == screen.identity
            && next.physicalSize == screen.physicalSize
    }

    /// Sends the initial description.
    func describe() {
        resource.sendName(name: screen.name)
        resource.sendDescription(description: screen.summary)
        if let size = screen.physicalSize {
            resource.sendPhysicalSize(width: Int32(clamping: size.width), height: Int32(clamping: size.height))
        }
        if let make = screen.identity.make { resource.sendMake(make: make) }
        if let model = screen.identity.model { resource.sendModel(model: model) }
        if let serial = screen.identity.serial { resource.sendSerialNumber(serialNumber: serial) }
        resource.sendEnabled(enabled: 1)
        sendMode()
        resource.sendPosition(x: 0, y: 0)
        resource.sendTransform(transform: .normal)
        resource.sendScale(scale: screen.scale.factor)
        resource.sendAdaptiveSync(state: .disabled)
    }

    /// Sends what has changed.
    func update(_ next: LogicalScreen) {
        let old = screen
        screen = next
        if next.size != old.size || next.refreshMilliHertz != old.refreshMilliHertz { sendMode() }
        if next.scale != old.scale { resource.sendScale(scale: next.scale.factor) }
    }

    /// Ends the head, which another one replaces.
    func finish() {
        finishMode()
        resource.sendFinished()
    }

    /// A mode is immutable: a new one replaces the old one.
    private func sendMode() {
        finishMode()
        guard resource.isAlive else { return }
        let object = Resource<ZwlrOutputModeV1>(client: resource.client, version: resource.version)
        guard object.isAlive else { return }
        object.handler = OutputMode()
        mode = object
        resource.sendMode(mode: object)
        object.sendSize(width: Int32(clamping: screen.size.width), height: Int32(clamping: screen.size.height))
        object.sendRefresh(refresh: Int32(clamping: screen.refreshMilliHertz))
        object.sendPreferred()
        resource.sendCurrentMode(mode: object)
    }

    private func finishMode() {
        mode?.sendFinished()
        mode = nil
    }
}

/// One client's `zwlr_output_mode_v1`.
final class OutputMode: ZwlrOutputModeV1Requests {}
