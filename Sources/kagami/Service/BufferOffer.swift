import KMS
import Logging
import Mirroring
import Wayland

/// Which buffers applications can share with the service: those of the device that they draw with.
struct BufferOffer {
    let device: RenderDevice
    let renderer: any RendererPort
    let depth: ColorDepth

    /// Offers what the renderer's device draws from; where the processor draws, buffers only if the driver draws into what that
    /// can read.
    func announce(to servers: [WaylandContent]) throws {
        if let sampler = renderer as? any DMABufSampler, !sampler.sampledLayouts.isEmpty {
            for server in servers {
                try server.takeDMABufs(
                    from: device.number, drawnBy: sampler, depth, converter: renderer.converter)
                if device.isRenderNode { try server.takeMesaBuffers(from: device.path, drawnBy: sampler, depth) }
            }
        } else if let objection = device.objection {
            return Logger(label: "kagami.wayland").warning(
                "applications draw with the processor", metadata: ["reason": "\(objection)"])
        } else {
            for server in servers {
                try server.takeDMABufs(from: device.number, depth, converter: renderer.converter)
            }
        }
        guard device.isRenderNode else { return }
        for server in servers { try server.takeTimelines(of: device.path) }
    }
}
