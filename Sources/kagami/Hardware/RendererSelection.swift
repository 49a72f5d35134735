import KMS
import Logging
import Mirroring
import Rendering
import Wayland

/// Selects the renderer by the user's choice and this computer's hardware.
struct RendererSelection {
    let choice: RendererChoice
    /// The display cards; nil for virtual displays, which show only ordinary memory.
    let displays: KMSDisplays?
    /// The external at the start; nil if there is none.
    var external: OutputID?
    var cursors = CursorTheme()

    /// Creates the renderer; from then on displays show its memory if they can. Throws if the user's choice is not available.
    func renderer() throws(GraphicsError) -> any RendererPort {
        switch choice {
        case .pixman: return pixman("chosen in the configuration")
        case .gles:
            // For a display-only card the processor might draw while another device can.
            if let renderer = try? onDevice(hardwareOnly: true) { return renderer }
            if let renderer = try onDevice(hardwareOnly: false) { return renderer }
            return try gles(.processor)
        case .auto:
            guard displays != nil else {
                return pixman("virtual displays show the processor's memory")
            }
            do throws(GraphicsError) {
                let renderer = try onDevice(hardwareOnly: true)
                return renderer ?? pixman("there is no graphics hardware")
            } catch {
                return pixman("\(error)")
            }
        }
    }

    /// Draws on the best device that can; with `hardwareOnly`, devices for which the processor draws do not count.
    /// Nil if there is no such device; throws if none of them can draw.
    private func onDevice(hardwareOnly: Bool) throws(GraphicsError) -> GLESRenderer? {
        var failure: GraphicsError?
        for path in displays?.graphicsDevices(external: external, hardwareOnly: hardwareOnly) ?? [] {
            do throws(GraphicsError) {
                let source = GraphicsSource.device(path: path)
                guard let renderer = try hardwareOnly ? hardware(source) : gles(source) else { continue }
                displays?.use(renderer, ofDevice: path)
                return renderer
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return nil
    }

    private func pixman(_ remark: String? = nil) -> PixmanRenderer {
        PixmanRenderer(remark: remark, cursors: cursors)
    }

    private func hardware(_ source: GraphicsSource) throws(GraphicsError) -> GLESRenderer? {
        try GLESRenderer(ifHardware: source, fallback: pixman(), logger: Self.logger)
    }

    private func gles(_ source: GraphicsSource) throws(GraphicsError) -> GLESRenderer {
        try GLESRenderer(source, fallback: pixman(), logger: Self.logger)
    }

    private static let logger = Logger(label: "kagami.renderer")
}

/// Offers applications to share the buffers of the device that they draw with.
struct BufferOffer {
    let device: RenderDevice
    let renderer: any RendererPort
    let depth: ColorDepth

    /// Offers the layouts that the renderer's device draws from.
    /// If the processor draws, offers buffers only if the driver draws into memory that the processor can read.
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
