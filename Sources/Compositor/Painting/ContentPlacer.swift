import Geometry
import Mirroring

/// Decides for each frame of an application whether the display shows it by itself: where it is nothing but a client's
/// buffer, and the display agrees, nothing is drawn.
struct ContentPlacer {
    let display: any DisplayPort

    /// Has the display show what the operations, overlays included, come to; returns the pixels that differ from the last
    /// frame, or nil where the frame has to be drawn.
    func place(_ operations: [DrawOperation], on screen: Screen) -> Region<OutputSpace>? {
        guard let output = screen.output else { return nil }
        do throws(LayerRefusal) {
            let layer = try ContentLayer(of: operations, on: screen.size)
            if let refusal = display.refusal(ofContent: layer, on: output) { throw refusal }
            return screen.showContent(layer)
        } catch {
            screen.drawContent(error)
            return nil
        }
    }
}
