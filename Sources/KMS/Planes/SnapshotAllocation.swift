import Mirroring

/// Decides which plane shows another output's picture, scaled: in front of the drawn picture and behind the cursor.
///
///     front   cursor     cursor plane, where the cursor has one
///             snapshot   overlay plane that scales
///     back    picture    primary plane: bars, status bar, whatever lies beside the snapshot
///
/// Tables say only which planes could do it. Whether one can scale that far, and whether there is bandwidth left, the hardware
/// says.
struct SnapshotAllocation {
    /// The planes of the card that show nothing else.
    let planes: [PlaneLimits]
    /// The output's CRTC, as an index in the card's list.
    let crtc: Int
    let primary: PlaneLimits
    /// The plane that shows the cursor; nil while none does.
    let cursor: PlaneLimits?
    /// The plane that shows the snapshot already, and is tried first.
    var present: PlaneID?

    /// A plane and its place in the stack; nil where that cannot be chosen.
    struct Placement: Hashable, Sendable {
        var plane: PlaneID
        var depth: UInt64?
    }

    /// The first plane that the tables allow for a framebuffer of this layout and the hardware, asked by `accepts`, takes;
    /// throws why the best plane was refused.
    func place(_ layout: PixelLayout, accepts: (Placement) -> Bool) throws(LayerRefusal) -> Placement {
        var refusal = LayerRefusal.noPlane
        for plane in candidates {
            let found = self.refusal(of: plane, layout)
            let placement = Placement(plane: plane.id, depth: plane.depths.flatMap(\.first))
            if found == nil, accepts(placement) { return placement }
            if refusal == .noPlane { refusal = found ?? .hardware }
        }
        throw refusal
    }

    /// The overlays as deep in the stack as they go in front of the primary plane; of several the backmost first, which leaves
    /// room in front.
    private var candidates: [PlaneLimits] {
        let usable = planes.filter { plane in
            plane.kind == .overlay && crtc < 32 && plane.possibleCRTCs & 1 << crtc != 0
        }
        let deep = usable.map { $0.lowered(above: primary) }
        let sorted = deep.sorted { left, right in
            if (left.id == present) != (right.id == present) { return left.id == present }
            return right.isInFront(of: left)
        }
        return sorted
    }

    private func refusal(of plane: PlaneLimits, _ layout: PixelLayout) -> LayerRefusal? {
        guard plane.layouts.contains(layout) else {
            return plane.layouts.contains { $0.format == layout.format } ? .modifier : .format
        }
        if !plane.isInFront(of: primary) { return .order }
        if let cursor, !cursor.isInFront(of: plane) { return .order }
        return nil
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
