package import Geometry
package import Mirroring

/// The software renderer: own copy and scaling kernels for opaque content, pixman for blending.
///
/// It draws only inside the damage, and a pixel's value does not depend on which others are drawn with it. Where a pass
/// shrinks what the one before it has just copied, both are drawn in one pass over memory.
package final class PixmanRenderer: RendererPort {
    package let name = "pixman"
    private var cursors = CursorCache()

    package init() {}

    package func submit(_ passes: [RenderPass]) {
        var drawings = passes.map(PassDrawing.init)
        for index in drawings.indices {
            for later in drawings.indices.dropFirst(index + 1) {
                var (first, second) = (drawings[index], drawings[later])
                guard let joint = JointDrawing(of: first, into: second) else { continue }
                joint.draw(&first, &second)
                (drawings[index], drawings[later]) = (first, second)
            }
            drawings[index].draw()
        }
    }

    package func changes(of pass: RenderPass) -> Region<OutputSpace> {
        ChangeSearch(pass: pass).changes
    }

    package func cursor(
        named name: String, scale: Scale
    ) -> (source: any PixelSource, hotspot: Point<ContentSpace>) {
        let picture = cursors.picture(of: CursorShape(cssName: name), scale: scale)
        return (picture.image, picture.hotspot)
    }
}
