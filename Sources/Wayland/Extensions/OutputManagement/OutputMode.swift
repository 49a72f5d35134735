import Geometry
import Mirroring
import WaylandBinding

/// One client's `zwlr_output_mode_v1`: immutable, and replaced together with all others when the display's list changes.
final class OutputMode: ZwlrOutputModeV1Requests {
    let mode: Mode
    private let resource: Resource<ZwlrOutputModeV1>

    /// Announces a mode of a head; nil if there is no memory for the object.
    init?(_ mode: Mode, of head: Resource<ZwlrOutputHeadV1>) {
        guard head.isAlive else { return nil }
        resource = Resource<ZwlrOutputModeV1>(client: head.client, version: head.version)
        self.mode = mode
        guard resource.isAlive else { return nil }
        resource.handler = self
        head.sendMode(mode: resource)
        resource.sendSize(width: Int32(clamping: mode.size.width), height: Int32(clamping: mode.size.height))
        resource.sendRefresh(refresh: Int32(clamping: mode.refreshMilliHertz))
        if mode.isPreferred { resource.sendPreferred() }
    }

    static func of(_ resource: Resource<ZwlrOutputModeV1>) -> OutputMode? { resource.handler as? OutputMode }

    func sendCurrent(to head: Resource<ZwlrOutputHeadV1>) {
        if resource.isAlive { head.sendCurrentMode(mode: resource) }
    }

    func finish() {
        resource.sendFinished()
    }
}

extension LogicalScreen {
    /// The modes to choose from; without a display, only the output's own mode.
    var modes: [Mode] { display?.offeredModes ?? [mode] }

    /// The mode in force: pixels scanned out, before any rotation.
    var mode: Mode {
        display?.mode
            ?? Mode(size: size.reinterpreted(), refreshMilliHertz: refreshMilliHertz, isPreferred: true)
    }

    var adaptiveSync: ZwlrOutputHeadV1.AdaptiveSyncState { variesRefresh ? .enabled : .disabled }

    var transform: WlOutput.Transform {
        display.flatMap { WlOutput.Transform(rawValue: UInt32($0.transform.rawValue)) } ?? .normal
    }
}
