import Geometry
import Mirroring
import Rendering

/// Elements on black, with discs above.
struct ComposedScene {
    var elements: [SceneElement]
    var touchDiscs: [TouchDisc] = []

    var operations: [DrawOperation] {
        [.fill(.black)] + elements.map(DrawOperation.draw) + touchDiscs.map(DrawOperation.disc)
    }
}

extension RendererPort {
    func compose(_ scene: ComposedScene, into frame: MemoryBuffer, damage: Region<ContentSpace>) {
        submit([RenderPass(target: frame, damage: damage.reinterpreted(), operations: scene.operations)])
    }

    func changes(
        _ scene: ComposedScene, in frame: MemoryBuffer, damage: Region<ContentSpace>
    ) -> Region<ContentSpace> {
        changes(of: RenderPass(target: frame, damage: damage.reinterpreted(), operations: scene.operations))
            .reinterpreted()
    }

    func drawOverlay(_ overlay: ScreenOverlay, into frame: MemoryBuffer, damage: Region<OutputSpace>) {
        submit([RenderPass(target: frame, damage: damage, operations: overlay.operations)])
    }

    func drawController(
        from external: MemoryBuffer, into panel: MemoryBuffer, viewport: PanelViewport, bars: Color,
        damage: Region<PanelSpace>
    ) {
        let snapshot = SceneElement(external, at: viewport.frame.reinterpreted(), filter: .area)
        let operations = [DrawOperation.fill(bars), .draw(snapshot)]
        submit([RenderPass(target: panel, damage: damage.reinterpreted(), operations: operations)])
    }
}
