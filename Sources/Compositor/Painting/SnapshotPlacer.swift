import Geometry
import Mirroring

/// Decides for each frame of a controller whether the display shows the snapshot by itself, from the memory that the external
/// scans out: then nothing of it is drawn. What overlays have above it is a picture for one more plane.
struct SnapshotPlacer {
    let display: any DisplayPort
    let renderer: any RendererPort

    /// Shows what a viewport shows of `source` in the screen's next frame, one way or the other. `pointer` is drawn above the
    /// snapshot, and `letterbox` is the colour of its bars. A screen that `isSlower` than the source does not keep clients' buffers
    /// from them. What has to be drawn because of a change is invalidated.
    func place(
        _ viewport: PanelViewport, of source: Screen, filter: ScaleFilter, under pointer: [SceneElement],
        beside letterbox: Color, isSlower: Bool, on screen: Screen
    ) {
        guard let output = screen.output else { return }
        if let obstacle = display.capabilities(of: output).snapshotObstacle {
            return screen.drawSnapshot(obstacle, at: viewport.visible.reinterpreted())
        }
        do throws(LayerRefusal) {
            guard let shown = source.output, shown != output else { throw .offScreen }
            let content = source.content.layer
            if content?.front != nil { throw .layered }
            if isSlower, content != nil { throw .slower }
            guard var layer = SnapshotLayer(of: shown, content: content, through: viewport) else {
                throw content == nil ? .offScreen : .blackAlone
            }
            if filter == .areaInLinearLight { throw .filter }
            if pointer.contains(where: { !$0.destination.reinterpreted().intersection(layer.destination).isEmpty }) {
                throw .behindPicture
            }
            let drawn = screen.overlays.drawn
            let covered = drawn.intersection(layer.destination)
            let isFramed = letterbox == .black || layer.frame.contains(screen.size.bounds)
            layer.isAlone = isFramed && pointer.isEmpty && drawn.subtracting(Region(layer.destination)).isEmpty
            if !covered.isEmpty { layer.front = try front(over: covered, of: layer.destination, on: screen) }
            if let refusal = display.assign(screen.frame(with: .snapshot(layer)), on: output).layer { throw refusal }
            screen.showSnapshot(layer)
        } catch {
            screen.drawSnapshot(error, at: viewport.visible.reinterpreted())
        }
    }

    private func front(
        over covered: Region<OutputSpace>, of snapshot: Rect<OutputSpace>, on screen: Screen
    ) throws(LayerRefusal) -> LayerFront {
        guard !screen.overlays.hasExcerpt, let frame = LayerFront.frame(over: covered, of: snapshot),
            let front = screen.snapshotFront(in: frame, renderer)
        else { throw .behindPicture }
        return front
    }
}

/// How a screen shows the snapshot of another: by a plane of its display, or drawn into the frame, or not at all.
struct ScreenSnapshot {
    enum Path {
        case none
        indirect case plane(SnapshotLayer)
        /// Drawn into the frame.
        case composed(LayerRefusal)
    }

    var path = Path.none
    /// The last picture of what lies above the snapshot, and what it was made of.
    private var front: (stack: OverlayStack, version: Int, front: LayerFront)?

    /// The layer that the display shows.
    var layer: SnapshotLayer? {
        guard case .plane(let layer) = path else { return nil }
        return layer
    }

    /// What overlays draw in `frame`, made only where it looks different than before; nil without memory for it.
    mutating func front(
        _ overlays: OverlayStack, in frame: Rect<OutputSpace>, _ renderer: any RendererPort
    ) -> LayerFront? {
        if let front, front.stack === overlays, front.version == overlays.version, front.front.frame == frame {
            return front.front
        }
        guard let picture = overlays.picture(in: frame, renderer) else { return nil }
        let made = LayerFront(picture, at: frame)
        front = (overlays, overlays.version, made)
        return made
    }

    /// Whether it is drawn already, for this reason.
    func isDrawn(for reason: LayerRefusal) -> Bool {
        guard case .composed(let last) = path else { return false }
        return last == reason
    }

    /// The snapshot's place among the screen's layers; nil where there is none.
    var status: LayerStatus? {
        switch path {
        case .none: nil
        case .plane: LayerStatus(kind: .snapshot, path: .plane)
        case .composed(let refusal): LayerStatus(kind: .snapshot, path: .composed, reason: refusal.description)
        }
    }
}
