import Geometry
import Mirroring

/// Decides for each frame of an application whether the display shows it by itself: where it is nothing but a client's
/// buffer, and the display agrees, nothing is drawn.
struct ContentPlacer {
    let display: any DisplayPort

    /// Has the display show what the operations, overlays included, come to; returns the pixels that differ from the last
    /// frame, or nil where the frame has to be drawn.
    ///
    /// The application is told of a buffer that is all of the frame, even where the display refuses it: made in another
    /// way, it might be shown.
    func place(
        _ operations: [DrawOperation], of content: any ContentPort, on screen: Screen
    ) -> Region<OutputSpace>? {
        guard let output = screen.output else {
            content.frameIs(allOf: nil, offer: nil)
            return nil
        }
        var candidate: ContentLayer?
        defer { content.frameIs(allOf: candidate?.buffer, offer: display.scanoutOffer(on: output)) }
        do throws(LayerRefusal) {
            let layer = try ContentLayer(of: operations, on: screen.size)
            candidate = layer
            if let refusal = display.refusal(ofContent: layer, on: output) { throw refusal }
            return screen.showContent(layer)
        } catch {
            screen.drawContent(error)
            return nil
        }
    }
}
