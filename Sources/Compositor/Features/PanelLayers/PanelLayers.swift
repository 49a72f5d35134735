import Geometry
import Mirroring

/// Shows the surfaces that tools have on the panel above the controller, such as notifications and docks.
///
/// Fingers reach them as they reach the content's other surfaces. While the panel shows the application's windows, the surfaces are
/// drawn with these.
final class PanelLayers: Feature {
    private let port: any PanelLayerPort
    private let overlays: Overlays
    private let director: ScreenDirector
    private let loop: any LoopPort
    private var isShown = false
    /// Where the surfaces take input, on the panel and in the content's space.
    private var input = (area: Region<ContentSpace>(), place: Rect<ContentSpace>.zero)
    /// Whether the surfaces' clients are told of a frame soon.
    private var awaitsFrame = false

    init(_ port: any PanelLayerPort, _ overlays: Overlays, _ director: ScreenDirector, loop: any LoopPort) {
        self.port = port
        self.overlays = overlays
        self.director = director
        self.loop = loop
        port.layersChanged = { [weak self] in self?.change() }
    }

    private func change() {
        let edges = port.layerEdges
        if director.wishes.layers != edges { director.update { $0.layers = edges } }
        follow()
    }

    func follow() {
        let elements = isBeneath ? [] : port.layers
        guard isShown || !elements.isEmpty else { return }
        isShown = !elements.isEmpty
        overlays.set(.layers, to: elements)
        let next = isShown ? (area: port.layerInput, place: port.placeInContent) : (area: Region(), place: .zero)
        if next != input {
            input = next
            overlays.setInput(.layers, area: area, sink: nil)
        }
        if isShown { callBackSoon() }
    }

    /// Whether the panel shows the windows that the surfaces are drawn with, or nothing.
    private var isBeneath: Bool { overlays.panel.map { $0.base == .application } ?? true }

    private var area: OverlayArea? {
        guard !input.area.isEmpty, let size = overlays.panelSize else { return nil }
        return OverlayArea(
            own: Region(), forwarded: input.area.reinterpreted(), place: size.bounds, source: input.place)
    }

    /// Tells the clients of a frame at the panel's pace.
    private func callBackSoon() {
        guard !awaitsFrame else { return }
        awaitsFrame = true
        loop.schedule(afterMicroseconds: overlays.refreshMicroseconds) { [weak self] in
            guard let self else { return }
            awaitsFrame = false
            if isShown { port.layersShown() }
        }
    }
}
