import CPixelKernels
import Geometry
import Mirroring

/// Finds the pixels that composing a scene would change in a frame, by comparing those that would be copied.
struct ChangeSearch {
    let scene: ComposedScene
    let frame: PixelBuffer

    /// The part of `damage` within the frame that may change when composed.
    func changes(within damage: Region<ContentSpace>) -> Region<ContentSpace> {
        let damage = damage.intersection(frame.size.bounds.reinterpreted())
        guard damage.area <= frame.size.area / Self.worthwhileShare else { return damage }
        let visible = VisibleScene(scene.elements, within: damage)
        var changed = visible.uncovered
        for part in visible.parts {
            changed.formUnion(ElementDrawing(part.element, on: FrameTarget(frame)).changes(within: part.region))
        }
        // The frame's pixels under a disc are blended, so comparing them means nothing.
        for disc in scene.touchDiscs {
            changed.formUnion(damage.intersection(disc.bounds))
        }
        return changed
    }

    /// Comparing reads as much as composing; above this share of a frame it rarely pays off.
    private static let worthwhileShare = 4
}
