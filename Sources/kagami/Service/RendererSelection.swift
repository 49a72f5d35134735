import GLESRendering
import KMS
import Logging
import Mirroring
import Rendering

/// What draws, by the user's choice and this computer's hardware.
struct RendererSelection {
    let choice: RendererChoice
    /// The graphics device of the displays; nil where they have none.
    let device: RenderDevice?
    /// Whether displays show ordinary memory alone.
    let isVirtual: Bool

    /// Throws where the user's choice cannot be had.
    func renderer() throws(GraphicsError) -> any RendererPort {
        switch choice {
        case .pixman: return PixmanRenderer(remark: "chosen in the configuration")
        case .gles: return try gles(isVirtual ? .processor : device.map { .device(path: $0.path) } ?? .processor)
        case .auto:
            if isVirtual { return PixmanRenderer(remark: "virtual displays show the processor's memory") }
            guard let device else { return PixmanRenderer(remark: "there is no graphics device") }
            do throws(GraphicsError) {
                let renderer = try gles(.device(path: device.path))
                guard renderer.isSoftware else { return renderer }
                return PixmanRenderer(remark: "\(device.path) has no graphics hardware")
            } catch {
                return PixmanRenderer(remark: "\(error)")
            }
        }
    }

    private func gles(_ source: GraphicsSource) throws(GraphicsError) -> GLESRenderer {
        try GLESRenderer(source, fallback: PixmanRenderer(), logger: Logger(label: "kagami.renderer"))
    }
}
