import Geometry
import Mirroring

/// A target's frame on the graphics device: in a texture of its own, or in the memory of the display.
final class TargetTexture {
    /// The display's memory, if the last frame was drawn there; it holds that frame except where planes cover it.
    private(set) var shared: Texture?
    /// The pixels of the own texture that belong to the last drawn frame.
    private(set) var drawn = Region<OutputSpace>()
    private let size: Size<OutputSpace>
    private let format: TextureFormat
    private let context: GraphicsContext
    private var own: Texture?

    private init(_ target: RenderTarget, _ context: GraphicsContext) {
        size = target.size
        format = TextureFormat(of: target.format)
        self.context = context
    }

    /// The target's canvas, created if there is none.
    static func of(_ target: RenderTarget, in context: GraphicsContext) -> TargetTexture {
        if let known = target.attachment as? TargetTexture, known.context === context,
            known.format == TextureFormat(of: target.format)
        {
            return known
        }
        let made = TargetTexture(target, context)
        target.attachment = made
        return made
    }

    /// The own texture, in the byte order of ordinary memory.
    var texture: Texture {
        if let own { return own }
        let made = Texture(context, size: size.reinterpreted(), format: format)
        own = made
        return made
    }

    /// The pixels to draw for a frame that differs from the last one within `damage`.
    /// Includes pixels that were not drawn when they changed, and those that the memory to fill lacks.
    func needed(for damage: Region<OutputSpace>, of target: RenderTarget) -> Region<OutputSpace> {
        drawn.subtract(target.skipped)
        // A display's frame is read as a whole; a picture in ordinary memory still has the pixels that are not drawn.
        let lacking = target.scanout == nil ? target.outdated : Region(size.bounds)
        return damage.union(target.skipped).union(lacking.subtracting(drawn)).intersection(size.bounds)
            .subtracting(target.covered)
    }

    /// Records that pixels of the newest frame are in the own texture.
    func drew(_ region: Region<OutputSpace>) {
        drawn.formUnion(region)
        shared = nil
    }

    /// Records that the own texture has these pixels of the frame in the display's memory, too.
    func copied(_ region: Region<OutputSpace>) {
        drawn.formUnion(region)
    }

    /// Records a frame drawn into the display's memory, which differs from the last one within `region`.
    func drew(_ region: Region<OutputSpace>, in texture: Texture) {
        drawn.subtract(region)
        shared = texture
    }

    /// Records that another renderer has drawn these pixels.
    func forget(_ region: Region<OutputSpace>) {
        drawn.subtract(region)
        shared = nil
    }

    /// Uploads pixels that the own texture lacks from the target's ordinary memory, as far as they are there.
    func fill(_ region: Region<OutputSpace>, from target: RenderTarget, _ traffic: inout MemoryTraffic) {
        let missing = region.subtracting(drawn).intersection(target.current)
        guard !missing.isEmpty, let memory = target.memory else { return }
        texture.upload(missing.reinterpreted(), from: memory.bytes, stride: memory.stride)
        traffic.count(.uploaded, read: missing.area * 4, written: missing.area * 4)
        drawn.formUnion(missing)
    }
}
