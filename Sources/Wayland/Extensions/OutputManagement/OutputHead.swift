import Geometry
import Mirroring
import WaylandBinding

/// One client's `zwlr_output_head_v1` for an output, with the modes of the display that it is on.
final class OutputHead: ZwlrOutputHeadV1Requests {
    private let resource: Resource<ZwlrOutputHeadV1>
    private(set) var screen: LogicalScreen
    /// The distance from the first output's left edge.
    private(set) var x: Int
    private(set) var modes: [OutputMode] = []

    init(_ resource: Resource<ZwlrOutputHeadV1>, _ layout: OutputLayout) {
        self.resource = resource
        screen = layout.screen
        x = layout.x
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
        sendModes()
        resource.sendPosition(x: Int32(clamping: x), y: 0)
        resource.sendTransform(transform: screen.transform)
        resource.sendScale(scale: screen.scale.factor)
        resource.sendAdaptiveSync(state: screen.adaptiveSync)
    }

    /// Sends the properties that have changed.
    func update(_ layout: OutputLayout) {
        let (old, next) = (screen, layout.screen)
        screen = next
        if layout.x != x {
            x = layout.x
            resource.sendPosition(x: Int32(clamping: x), y: 0)
        }
        if next.modes != old.modes {
            sendModes()
        } else if next.mode != old.mode {
            sendCurrentMode()
        }
        if next.transform != old.transform { resource.sendTransform(transform: next.transform) }
        if next.scale != old.scale { resource.sendScale(scale: next.scale.factor) }
        if next.adaptiveSync != old.adaptiveSync { resource.sendAdaptiveSync(state: next.adaptiveSync) }
    }

    /// Ends the head, which another one replaces.
    func finish() {
        finishModes()
        resource.sendFinished()
    }

    private func sendModes() {
        finishModes()
        modes = screen.modes.compactMap { OutputMode($0, of: resource) }
        sendCurrentMode()
    }

    private func sendCurrentMode() {
        let current = ModeRequest(screen.mode)
        modes.first { ModeRequest($0.mode) == current }?.sendCurrent(to: resource)
    }

    private func finishModes() {
        for mode in modes { mode.finish() }
        modes = []
    }
}
