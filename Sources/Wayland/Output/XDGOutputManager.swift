import Geometry
import Mirroring
import WaylandBinding

/// `zxdg_output_manager_v1`: sends the output's logical position and size.
final class XDGOutputManager: ZxdgOutputManagerV1Requests {
    private let layout: OutputLayout
    private var outputs: [XDGOutput] = []

    init(layout: OutputLayout) {
        self.layout = layout
    }

    func getXdgOutput(
        _ resource: Resource<ZxdgOutputManagerV1>, id: NewResource<ZxdgOutputV1>, output: Resource<WlOutput>
    ) {
        let object = id.createInert()
        let described = XDGOutput(resource: object)
        outputs.append(described)
        object.onDestroy { [weak self] in self?.outputs.removeAll { $0.resource === object } }
        described.send(layout)
        // From version 3 on, `wl_output.done` ends the description instead.
        if object.version >= 3 { output.sendDone() }
    }

    /// Sends the new description; the caller sends `wl_output.done`.
    func screenChanged() {
        for output in outputs { output.send(layout) }
    }
}

/// One client's `zxdg_output_v1`.
private struct XDGOutput {
    let resource: Resource<ZxdgOutputV1>

    func send(_ layout: OutputLayout) {
        let bounds = layout.bounds
        resource.sendLogicalPosition(x: 0, y: 0)
        resource.sendLogicalSize(width: Int32(clamping: bounds.width), height: Int32(clamping: bounds.height))
        resource.sendName(name: layout.screen.name)
        resource.sendDescription(description: layout.screen.summary)
        if resource.version < 3 { resource.sendDone() }
    }
}
