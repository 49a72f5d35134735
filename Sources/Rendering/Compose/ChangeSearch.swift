import Geometry
import Mirroring

/// Finds the pixels that a pass would change in its target, by comparing pixels that would be copied.
struct ChangeSearch {
    let pass: RenderPass
    let workers: PixelWorkers

    /// The part of the damage within the target that drawing may change.
    var changes: Region<OutputSpace> {
        let damage = pass.damage.intersection(pass.target.size.bounds)
        guard damage.area <= pass.target.size.area / Self.worthwhileShare, let memory = pass.target.keepMemory() else {
            return damage
        }
        let known = damage.intersection(pass.target.current)
        var changed: Region<ContentSpace> = damage.subtracting(known).reinterpreted()
        for part in VisibleElements(pass.elements, within: known.reinterpreted()).parts {
            let drawing = ElementDrawing(part.placed, on: FrameTarget(PixelPlane(memory), workers))
            changed.formUnion(drawing.changes(within: part.region))
        }
        return changed.reinterpreted()
    }

    /// The share of a frame, as a divisor, above which comparing rarely pays off: it reads as much as composing.
    static let worthwhileShare = 4
}
