import Geometry
import Mirroring

/// Decides for each frame of a controller whether the display shows the snapshot by itself, from the memory that the external
/// scans out: then nothing of it is drawn.
struct SnapshotPlacer {
    let display: any DisplayPort

    /// Shows what a viewport shows of `source` in the screen's next frame, one way or the other. `pointer` is drawn above the
    /// snapshot. What has to be drawn because of a change is invalidated.
    func place(
        _ viewport: PanelViewport, of source: Screen, filter: ScaleFilter, under pointer: [SceneElement],
        on screen: Screen
    ) {
        guard let output = screen.output else { return }
        do throws(LayerRefusal) {
            guard let shown = source.output, shown != output,
                let layer = SnapshotLayer(of: shown, content: source.content.layer, through: viewport)
            else { throw .offScreen }
            let drawn = Region(pointer.map { $0.destination.reinterpreted(as: OutputSpace.self) })
            let front = screen.overlays.hidden.union(screen.overlays.blended).union(drawn)
            if let refusal = LayerRefusal.ofSnapshot(at: layer.destination, under: front, filter: filter) {
                throw refusal
            }
            if let refusal = display.refusal(ofSnapshot: layer, on: output) { throw refusal }
            screen.showSnapshot(layer)
            display.setSnapshot(layer, on: output)
        } catch {
            screen.drawSnapshot(error, at: viewport.visible.reinterpreted())
            display.setSnapshot(nil, on: output)
        }
    }

    /// Shows no snapshot on a screen any more.
    func remove(from screen: Screen) {
        screen.dropSnapshot()
        if let output = screen.output { display.setSnapshot(nil, on: output) }
    }
}
