import Geometry
import Mirroring

/// Decides which layers of an output's frame its planes show by themselves; the renderer draws the rest into the primary
/// plane's picture.
///
///     front   cursor   -> cursor plane
///             window   -> overlay plane
///     back    content  -> drawn into the primary's picture, or with nothing left to draw scanned out there itself
///
/// Layers are placed from the front to the back, because a layer can leave the picture only if nothing that stays in the
/// picture lies in front of it. For each, the planes are tried from the most special to the most general, and the
/// hardware is asked before a plane is taken: it may refuse for reasons that no table has, such as scaling or bandwidth.
struct PlaneAllocation {
    /// The planes of the card that no other output uses.
    let planes: [PlaneLimits]
    /// The output's CRTC, as an index in the card's list.
    let crtc: Int

    /// A layer of the frame.
    struct Layer: Hashable, Sendable {
        var kind: OutputLayerKind
        var layout: PixelLayout
        /// The size of its framebuffer.
        var size: PlaneSize
        var destination: Rect<ScanoutSpace>
        /// Whether nothing behind it shows through.
        var isOpaque: Bool
    }

    /// A layer on a plane.
    struct Placement: Hashable, Sendable {
        /// The layer's index.
        var layer: Int
        var plane: PlaneID
    }

    /// Where a layer ends up.
    enum Path: Hashable, Sendable {
        case plane(PlaneID)
        /// Drawn into the primary's picture, because the best plane was refused.
        case composed(LayerRefusal)
    }

    /// The paths of `layers`, which are given from the back to the front, on a screen of this size.
    ///
    /// `accepts` asks the hardware about all placements at once; it is asked only what the tables allow.
    func place(
        _ layers: [Layer], on screen: Rect<ScanoutSpace>, accepts: ([Placement]) -> Bool
    ) -> [Path] {
        var paths = [Path](repeating: .composed(.noPlane), count: layers.count)
        var placed: [Placement] = []
        for index in layers.indices.reversed() {
            var refusal = LayerRefusal.noPlane
            for plane in candidates(for: layers[index], isBackmost: index == 0) {
                let placement = Placement(layer: index, plane: plane.id)
                var found = self.refusal(of: plane, for: index, in: layers, paths, placed, screen)
                if found == nil, !accepts(placed + [placement]) { found = .hardware }
                guard let found else {
                    placed.append(placement)
                    paths[index] = .plane(plane.id)
                    break
                }
                // What counts in the end is why the best plane that was free was refused.
                if refusal.isOfLayersInFront || refusal == .noPlane { refusal = found }
                paths[index] = .composed(refusal)
            }
        }
        return paths
    }

    /// The planes for a layer, the best first: of several overlays the frontmost, which leaves room behind.
    private func candidates(for layer: Layer, isBackmost: Bool) -> [PlaneLimits] {
        let kinds: [PlaneLimits.Kind] =
            switch layer.kind {
            case .cursor: [.cursor, .overlay]
            case .snapshot: [.overlay]
            case .content: isBackmost ? [.primary, .overlay] : [.overlay]
            }
        let usable = planes.filter { crtc < 32 && $0.possibleCRTCs & 1 << crtc != 0 }
        return kinds.flatMap { kind in
            usable.filter { $0.kind == kind }.sorted { $0.isInFront(of: $1) }
        }
    }

    /// Why the tables refuse the plane; nil if they do not.
    private func refusal(
        of plane: PlaneLimits, for index: Int, in layers: [Layer], _ paths: [Path], _ placed: [Placement],
        _ screen: Rect<ScanoutSpace>
    ) -> LayerRefusal? {
        let layer = layers[index]
        if placed.contains(where: { $0.plane == plane.id }) { return .planeTaken }
        if let refusal = plane.refusal(of: layer.layout) { return refusal }
        if let size = plane.onlySize, size != layer.size { return .size(width: size.width, height: size.height) }
        let inFront = layers.indices.filter { $0 > index && layers[$0].destination.overlaps(layer.destination) }
        for other in inFront {
            guard case .plane(let id) = paths[other] else { return .behindPicture }
            guard let above = planes.first(where: { $0.id == id }), above.isInFront(of: plane) else { return .order }
        }
        if plane.kind == .primary {
            // Nothing can be drawn there any more, so nothing may be left to draw.
            guard layer.isOpaque, layer.destination == screen else { return .partial }
        }
        return nil
    }
}

extension LayerRefusal {
    /// Whether only the planes of layers in front stood in the way.
    fileprivate var isOfLayersInFront: Bool { self == .planeTaken || self == .order }
}

extension Rect {
    fileprivate func overlaps(_ other: Rect) -> Bool { !intersection(other).isEmpty }
}
