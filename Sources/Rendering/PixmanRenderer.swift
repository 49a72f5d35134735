package import Geometry
package import Mirroring

/// The software renderer: own copy and scaling kernels for opaque content, pixman for blending.
///
/// It draws only inside the damage, and a pixel's value does not depend on which others are drawn with it.
package final class PixmanRenderer: RendererPort {
    package let name = "pixman"
    private var cursors = CursorCache()

    package init() {}

    package func compose(_ scene: ComposedScene, into frame: PixelBuffer, damage: Region<ContentSpace>) {
        let visible = VisibleScene(scene.elements, within: damage.intersection(frame.size.bounds.reinterpreted()))
        let target = FrameTarget(frame)
        target.fill(visible.uncovered, with: .black)
        for part in visible.parts {
            ElementDrawing(part.element, on: target).draw(part.region)
        }
        for disc in scene.touchDiscs {
            target.blend(disc, within: visible.region)
        }
    }

    package func changes(
        _ scene: ComposedScene, in frame: PixelBuffer, damage: Region<ContentSpace>
    ) -> Region<ContentSpace> {
        ChangeSearch(scene: scene, frame: frame).changes(within: damage)
    }

    package func drawController(
        from external: PixelBuffer, into panel: PixelBuffer, viewport: PanelViewport, bars: Color,
        damage: Region<PanelSpace>
    ) {
        let damage = damage.intersection(panel.size.bounds.reinterpreted())
        FrameTarget(panel).fill(damage.subtracting(Region(viewport.frame)).reinterpreted(), with: bars)
        let snapshot = SnapshotScaler(source: external, target: panel, frame: viewport.frame)
        for rect in damage.intersection(viewport.frame).rects {
            snapshot.draw(rect)
        }
    }

    package func drawOverlay(_ overlay: ScreenOverlay, into frame: PixelBuffer, damage: Region<OutputSpace>) {
        let damage = damage.intersection(frame.size.bounds)
        if let picture = overlay.picture, let place = overlay.placement {
            let scaler = SnapshotScaler(
                source: picture, target: frame, frame: place.frame.reinterpreted(), growth: .linear)
            let corners = RoundedCorners(of: overlay, on: frame, damage: damage)
            for rect in damage.intersection(place.frame).rects {
                scaler.draw(rect.reinterpreted())
            }
            corners.bringBack()
        }
        let visible = VisibleScene(overlay.border + overlay.decorations, within: damage.reinterpreted())
        for part in visible.parts {
            ElementDrawing(part.element, on: FrameTarget(frame)).draw(part.region)
        }
    }

    package func cursor(
        named name: String, scale: Scale
    ) -> (source: any PixelSource, hotspot: Point<ContentSpace>) {
        let picture = cursors.picture(of: CursorShape(cssName: name), scale: scale)
        return (picture.image, picture.hotspot)
    }
}
