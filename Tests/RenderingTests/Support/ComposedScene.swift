import Geometry
import Mirroring
import Rendering

/// Elements on black.
struct ComposedScene {
    var elements: [SceneElement]

    var frame: [SceneElement] { [.fill(.black)] + elements }
}

extension RendererPort {
    func compose(_ scene: ComposedScene, into frame: MemoryBuffer, damage: Region<ContentSpace>) {
        submit([RenderPass(target: frame, damage: damage.reinterpreted(), elements: scene.frame)])
    }

    func changes(
        _ scene: ComposedScene, in frame: MemoryBuffer, damage: Region<ContentSpace>
    ) -> Region<ContentSpace> {
        changes(of: RenderPass(target: frame, damage: damage.reinterpreted(), elements: scene.frame))
            .reinterpreted()
    }

    func draw(_ elements: [SceneElement], into frame: MemoryBuffer, damage: Region<OutputSpace>) {
        submit([RenderPass(target: frame, damage: damage, elements: elements)])
    }

    func drawController(
        from external: MemoryBuffer, into panel: MemoryBuffer, viewport: PanelViewport, bars: Color,
        damage: Region<PanelSpace>
    ) {
        let snapshot = SceneElement(external, at: viewport.frame.reinterpreted(), filter: .area)
        submit([RenderPass(target: panel, damage: damage.reinterpreted(), elements: [.fill(bars), snapshot])])
    }
}
