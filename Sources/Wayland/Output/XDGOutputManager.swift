import Geometry
import Mirroring

/// `zxdg_output_manager_v1`: tells the output's place and size in logical pixels.
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
        // From version 3 on the output's own event tells the end of a description.
        if object.version >= 3 { output.sendDone() }
    }

    /// Tells the new description; `wl_output.done` is to follow.
    func screenChanged() {
        for output in outputs { output.send(layout) }
    }
}

/// One client's view of the output.
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
