import Mirroring

/// Decides which planes of a card show what of an output's frame by themselves. The rest is drawn into the primary plane's picture.
///
///     front   cursor    cursor plane, else the frontmost overlay
///             front     overlay, where anything is drawn in front of the layer: one picture with alpha
///             layer     a client's buffer or another output's picture: an overlay, or the primary plane itself
///     back    ground    primary plane: what is drawn, or nothing but black; off where the CRTC is black by itself
///
/// Tables say only which planes could do it. Whether one can scale that far, or leave a part of the screen to others, and whether
/// there is bandwidth left, the hardware says, which is asked about all planes together.
struct PlaneAssignment {
    /// The planes of the card that nothing else uses.
    let planes: [PlaneLimits]
    /// The output's CRTC, as an index in the card's list.
    let crtc: Int

    /// A plane and its place in the stack; nil where that cannot be chosen.
    struct Placement: Hashable, Sendable {
        var plane: PlaneID
        var depth: UInt64?
    }

    /// The usable planes of a kind, the frontmost first.
    private func usable(_ kind: PlaneLimits.Kind) -> [PlaneLimits] {
        planes.filter { $0.kind == kind && crtc < 32 && $0.possibleCRTCs & 1 << crtc != 0 }
            .sorted { $0.isInFront(of: $1) }
    }
}

// The cursor.
extension PlaneAssignment {
    /// The layout of pictures of our own: the cursor, and what is drawn in front of a layer.
    static let ownLayout = PixelLayout(format: ScanoutFormat.argb8888.code, modifier: PixelLayout.linear)

    /// The plane for cursors in framebuffers of a size; throws why the best one was refused.
    func placeCursor(size: PlaneSize, accepts: (PlaneID) -> Bool) throws(LayerRefusal) -> PlaneID {
        var refusal: LayerRefusal?
        for plane in usable(.cursor) + usable(.overlay) {
            var found = plane.refusal(of: Self.ownLayout)
            if found == nil, let only = plane.onlySize, only != size {
                found = .size(width: only.width, height: only.height)
            }
            if found == nil, accepts(plane.id) { return plane.id }
            refusal = refusal ?? found ?? .hardware
        }
        throw refusal ?? .noPlane
    }
}

// A layer and what is in front of it.
extension PlaneAssignment {
    /// The output's own planes.
    struct OwnPlanes {
        let primary: PlaneLimits
        /// The plane that shows the cursor; nil while none does.
        var cursor: PlaneLimits?
        /// The plane that shows the layer already, and is tried first.
        var layer: PlaneID?
        /// The plane that shows what is in front of it already. It shows that or nothing: no commit swaps two planes.
        var front: PlaneID?
        /// Whether the CRTC has a background, which is set to black.
        var hasBackground = false
    }

    /// The planes for a layer and for what is in front of it; nil where nothing is.
    struct LayerPlanes: Hashable, Sendable {
        var layer: Placement
        var front: Placement?
        /// Whether the primary plane is off.
        var isBare = false
    }

    /// The first planes that the tables allow for a layer in this layout, with or without something in front of it, and that the
    /// hardware, asked by `accepts`, takes; throws why the best one was refused.
    func placeLayer(
        _ layout: PixelLayout, above ground: OutputFrame.Ground, on head: OwnPlanes, hasFront: Bool = false,
        accepts: (LayerPlanes) -> Bool
    ) throws(LayerRefusal) -> LayerPlanes {
        let primary = head.primary
        let primaryRefusal = primary.refusal(of: layout)
        var isAsked = false
        func first(_ layer: Placement, below limits: PlaneLimits) -> LayerPlanes? {
            for front in hasFront ? fronts(above: limits, on: head) : [nil] {
                isAsked = true
                var found = LayerPlanes(layer: layer, front: front)
                if ground == .black, head.hasBackground, layer.plane != primary.id {
                    found.isBare = true
                    if accepts(found) { return found }
                    found.isBare = false
                }
                if accepts(found) { return found }
            }
            return nil
        }
        func onPrimary() -> LayerPlanes? {
            primaryRefusal == nil ? first(Placement(plane: primary.id), below: primary) : nil
        }
        if ground == .black, let found = onPrimary() { return found }
        var refusal = LayerRefusal.noPlane
        for plane in overlays(above: primary, on: head) where plane.id != head.front {
            let found = self.refusal(of: plane, layout, above: primary, on: head)
            if found == nil, let planes = first(Placement(plane), below: plane) { return planes }
            if refusal == .noPlane { refusal = found ?? (hasFront ? .behindPicture : .hardware) }
        }
        if ground == .blackPicture, let found = onPrimary() { return found }
        if ground == .black { refusal = primaryRefusal ?? (isAsked ? .hardware : .behindPicture) }
        throw refusal
    }

    /// The planes for what is in front of a layer on a plane.
    private func fronts(above layer: PlaneLimits, on head: OwnPlanes) -> [Placement?] {
        overlays(above: layer, on: head).filter { plane in
            plane.id != layer.id && plane.id != head.layer
                && refusal(of: plane, Self.ownLayout, above: layer, on: head) == nil
        }.map { Placement($0) }
    }

    /// The overlays as deep in the stack as they go in front of another plane; of several the backmost first, which leaves room in
    /// front.
    private func overlays(above other: PlaneLimits, on head: OwnPlanes) -> [PlaneLimits] {
        usable(.overlay).map { $0.lowered(above: other) }.sorted { left, right in
            if (left.id == head.layer) != (right.id == head.layer) { return left.id == head.layer }
            return right.isInFront(of: left)
        }
    }

    private func refusal(
        of plane: PlaneLimits, _ layout: PixelLayout, above other: PlaneLimits, on head: OwnPlanes
    ) -> LayerRefusal? {
        if let refusal = plane.refusal(of: layout) { return refusal }
        if !plane.isInFront(of: other) { return .order }
        if let cursor = head.cursor, !cursor.isInFront(of: plane) { return .order }
        return nil
    }
}

extension PlaneAssignment.Placement {
    fileprivate init(_ plane: PlaneLimits) {
        self.init(plane: plane.id, depth: plane.depths?.first)
    }
}

extension PlaneLimits {
    /// The plane at the lowest place in front of `other` that it can be given.
    fileprivate func lowered(above other: PlaneLimits) -> PlaneLimits {
        guard let depths, let depth = other.depth, depth < depths.upperBound else { return self }
        var lowered = self
        let lowest = max(depths.lowerBound, depth + 1)
        (lowered.depth, lowered.depths) = (lowest, lowest...lowest)
        return lowered
    }
}
