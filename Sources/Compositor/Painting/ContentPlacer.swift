import Geometry
import Mirroring

/// Decides for each frame of an application whether the display shows it by itself: where it is nothing but a client's
/// buffer, and the display agrees, nothing is drawn. What lies in front of the buffer is a picture for one more plane.
struct ContentPlacer {
    let display: any DisplayPort
    let renderer: any RendererPort

    /// Has the display show what the elements, overlays included, come to; returns the pixels that differ from the last
    /// frame, or nil where the frame has to be drawn.
    ///
    /// The application is told of a buffer that is all of the frame, even where the display refuses it: made in another
    /// way, it might be shown.
    func place(
        _ elements: [SceneElement], of content: any ContentPort, on screen: Screen, at now: Timestamp
    ) -> Region<OutputSpace>? {
        guard let output = screen.output else {
            content.frameIs(allOf: nil, offer: nil)
            return nil
        }
        var candidate: ContentLayer?
        defer {
            content.frameIs(
                allOf: candidate?.buffer, offer: candidate == nil ? nil : display.capabilities(of: output).scanoutOffer)
        }
        do throws(LayerRefusal) {
            // Nearly all frames are clients' pictures in ordinary memory, and those alone.
            if elements.areInMemory(on: screen.size) { throw .memory }
            var layer = try ContentLayer(of: elements, on: screen.size)
            if layer.frontFrame == nil { candidate = layer }
            if let refusal = display.assign(screen.frame(with: .content(layer)), on: output).layer { throw refusal }
            candidate = layer
            layer.front = try screen.contentFront(of: layer, at: now, renderer)
            return screen.showContent(layer)
        } catch {
            screen.drawContent(error)
            return nil
        }
    }
}

extension [SceneElement] {
    /// Whether the frontmost picture covers a screen, and displays can read none but those of a pixel.
    fileprivate func areInMemory(on screen: Size<OutputSpace>) -> Bool {
        guard let last, !last.isBackground, last.destination.contains(screen.bounds.reinterpreted()) else {
            return false
        }
        return allSatisfy { element in
            element.isBackground || element.source.dmabuf == nil && element.source.size != Size(width: 1, height: 1)
        }
    }
}

/// How a screen's picture below its planes comes about: drawn, or a client's buffer that the display shows by itself.
struct ScreenContent {
    enum Path {
        /// Drawn; the refusal is why the display does not show a buffer, nil where there is none that it could show.
        case composed(LayerRefusal?)
        indirect case plane(ContentLayer)
    }

    private(set) var path = Path.composed(nil)
    /// Whether the display has yet to show the picture in this way, whatever else has changed.
    var isUnshown = false
    /// What lies in front of the buffer.
    var front = ContentFront()

    /// The buffer that the display shows.
    var layer: ContentLayer? {
        guard case .plane(let layer) = path else { return nil }
        return layer
    }

    /// Shows the next frame in this way.
    mutating func show(_ next: Path) {
        let old = layer
        path = next
        if let layer { isUnshown = isUnshown || !layer.isSame(as: old) } else { isUnshown = isUnshown || old != nil }
    }

    /// Whether frames are drawn already, for this reason if any.
    func isDrawn(for reason: LayerRefusal?) -> Bool {
        guard case .composed(let last) = path else { return false }
        return last == reason
    }

    /// The content's place among the screen's layers.
    var status: LayerStatus {
        switch path {
        case .plane: LayerStatus(kind: .content, path: .plane)
        case .composed(let refusal): LayerStatus(kind: .content, path: .composed, reason: refusal?.description)
        }
    }
}
