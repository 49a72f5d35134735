import Geometry
import Mirroring
import Runtime
import WaylandBinding

/// `zxdg_output_manager_v1`: sends an output's logical position and size.
final class XDGOutputManager: ZxdgOutputManagerV1Requests, OutputFollower {
    private let layout: OutputLayout
    private var outputs: [XDGOutput] = []

    private init(layout: OutputLayout) {
        self.layout = layout
    }

    static func announce(_ content: WaylandContent) throws(RuntimeError) -> AnyGlobal {
        try Global<ZxdgOutputManagerV1>(content.display, version: 3) { [weak content] resource in
            content.map { of($0.lastingOutput(for: resource.client)) }
        }
    }

    /// The manager of an output, which is created for the first client.
    private static func of(_ output: OutputGlobal) -> XDGOutputManager {
        output.attachments.state {
            let manager = XDGOutputManager(layout: output.layout)
            output.add(manager)
            return manager
        }
    }

    func getXdgOutput(
        _ resource: Resource<ZxdgOutputManagerV1>, id: NewResource<ZxdgOutputV1>, output: Resource<WlOutput>
    ) {
        let object = id.createInert()
        guard let owner = OutputGlobal.of(output) else { return }
        Self.of(owner).describe(object, output)
    }

    private func describe(_ object: Resource<ZxdgOutputV1>, _ output: Resource<WlOutput>) {
        let described = XDGOutput(resource: object)
        outputs.append(described)
        object.onDestroy { [weak self] in self?.outputs.removeAll { $0.resource === object } }
        described.send(layout)
        // From version 3 on, `wl_output.done` ends the description instead.
        if object.version >= 3 { output.sendDone() }
    }

    /// Sends the new description; the caller sends `wl_output.done`.
    func outputChanges() {
        for output in outputs { output.send(layout, isNew: false) }
    }
}

/// One client's `zxdg_output_v1`.
private struct XDGOutput {
    let resource: Resource<ZxdgOutputV1>

    /// Sends the description. After a change, sends only the parts that the resource's version allows to be sent again.
    func send(_ layout: OutputLayout, isNew: Bool = true) {
        let logical = layout.bounds.size
        let size = resource.client.usesPixels ? layout.screen.size.reinterpreted() : logical
        resource.sendLogicalPosition(x: Int32(clamping: layout.x(for: resource.client)), y: 0)
        resource.sendLogicalSize(width: Int32(clamping: size.width), height: Int32(clamping: size.height))
        if isNew { resource.sendName(name: layout.screen.name) }
        if isNew || resource.version >= 3 { resource.sendDescription(description: layout.screen.summary) }
        if resource.version < 3 { resource.sendDone() }
    }
}
