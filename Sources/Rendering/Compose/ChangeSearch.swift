import CPixelKernels
import Geometry
import Mirroring

/// Finds what composing a scene would change in a frame, by comparing the pixels that would just be copied.
struct ChangeSearch {
    let scene: ComposedScene
    let frame: PixelBuffer

    /// The part of `damage` within the frame that may look different once composed.
    func changes(within damage: Region<ExternalSpace>) -> Region<ExternalSpace> {
        let damage = damage.intersection(frame.size.bounds.reinterpreted())
        guard damage.area <= frame.size.area / Self.worthwhileShare else { return damage }
        let visible = VisibleScene(scene.elements, within: damage)
        var changed = visible.uncovered
        for part in visible.parts {
            changed.formUnion(ElementDrawing(part.element, on: FrameTarget(frame)).changes(within: part.region))
        }
        // Under a disc the frame never holds the copied pixels, and an equal pixel says nothing.
        for disc in scene.touchDiscs {
            changed.formUnion(damage.intersection(disc.bounds))
        }
        return changed
    }

    /// Comparing reads as much as composing; for more than this part of a frame it is rarely paid back.
    private static let worthwhileShare = 4
}
