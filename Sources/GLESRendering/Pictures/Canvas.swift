import Geometry
import Mirroring

/// The frame of a target as the graphics device keeps it.
final class Canvas: TargetAttachment {
    let texture: Texture
    /// The pixels that are the frame's, as it was last drawn.
    private(set) var drawn = Region<OutputSpace>()
    private let context: GraphicsContext

    private init(_ target: RenderTarget, _ context: GraphicsContext) {
        texture = Texture(context, size: target.size.reinterpreted())
        self.context = context
    }

    /// The target's canvas, made if need be.
    static func of(_ target: RenderTarget, in context: GraphicsContext) -> Canvas {
        if let known = target.attachment as? Canvas, known.context === context { return known }
        let made = Canvas(target, context)
        target.attachment = made
        return made
    }

    /// The pixels to draw for a frame that differs from the last one within `damage`: with those that were not drawn when
    /// they changed, and those that the memory to be filled lacks.
    func needed(for damage: Region<OutputSpace>, of target: RenderTarget) -> Region<OutputSpace> {
        drawn.subtract(target.skipped)
        return damage.union(target.skipped).union(target.outdated.subtracting(drawn))
            .intersection(target.size.bounds)
    }

    func drew(_ region: Region<OutputSpace>) {
        drawn.formUnion(region)
    }

    /// Some other renderer has drawn these pixels.
    func forget(_ region: Region<OutputSpace>) {
        drawn.subtract(region)
    }

    /// Takes pixels that the canvas lacks from the target's ordinary memory, as far as they are there.
    func fill(_ region: Region<OutputSpace>, from target: RenderTarget, _ traffic: inout MemoryTraffic) {
        let missing = region.subtracting(drawn).intersection(target.current)
        guard !missing.isEmpty, let memory = target.memory else { return }
        texture.upload(missing.reinterpreted(), from: memory.bytes, stride: memory.stride)
        traffic.count(.uploaded, read: missing.area * 4, written: missing.area * 4)
        drawn.formUnion(missing)
    }
}
