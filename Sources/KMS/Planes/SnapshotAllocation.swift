import Mirroring

/// Decides which plane shows another output's picture, scaled: in front of the drawn picture and behind the cursor; or in its
/// place, where no overlay can and nothing but black is drawn.
///
///     front   cursor     cursor plane, where the cursor has one
///             overlays   overlay plane, where anything lies above the snapshot
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
    /// The plane that shows what lies in front of a picture already. It shows that or nothing: no commit swaps two planes.
    var presentFront: PlaneID?

    /// Whether the drawn picture is nothing but black, as the CRTC is where no plane is.
    var isPictureBlack = false

    /// A plane and its place in the stack; nil where that cannot be chosen.
    struct Placement: Hashable, Sendable {
        var plane: PlaneID
        var depth: UInt64?
    }

    /// The planes for a snapshot and for what lies above it; nil where nothing does.
    struct Placements: Hashable, Sendable {
        var snapshot: Placement
        var front: Placement?
        /// Whether the primary plane is off, and the CRTC black where no plane is.
        var isBare = false
    }

    /// The layout of what lies above snapshots.
    static let frontLayout = PixelLayout(format: ScanoutFormat.argb8888.code, modifier: PixelLayout.linear)

    /// The first planes that the tables allow for a framebuffer of this layout, with or without something above it, and that the
    /// hardware, asked by `accepts`, takes; throws why the best plane was refused.
    func place(
        _ layout: PixelLayout, hasFront: Bool = false, accepts: (Placements) -> Bool
    ) throws(LayerRefusal) -> Placements {
        var refusal = LayerRefusal.noPlane
        for plane in candidates(above: primary) where plane.id != presentFront {
            let found = self.refusal(of: plane, layout, above: primary)
            if found == nil {
                for front in hasFront ? fronts(above: plane) : [nil] {
                    let placements = Placements(snapshot: Placement(plane), front: front)
                    if accepts(placements) { return placements }
                }
            }
            if refusal == .noPlane { refusal = found ?? (hasFront ? .behindPicture : .hardware) }
        }
        if isPictureBlack, primary.refusal(of: layout) == nil {
            for front in hasFront ? fronts(above: primary) : [nil] {
                let placements = Placements(snapshot: Placement(plane: primary.id, depth: nil), front: front)
                if accepts(placements) { return placements }
            }
        }
        throw refusal
    }

    /// The planes for what lies in front of a picture on another plane.
    func fronts(above snapshot: PlaneLimits) -> [Placement?] {
        candidates(above: snapshot).filter { plane in
            plane.id != snapshot.id && plane.id != present
                && refusal(of: plane, Self.frontLayout, above: snapshot) == nil
        }.map { Placement($0) }
    }

    /// The overlays as deep in the stack as they go in front of another plane; of several the backmost first, which leaves room in
    /// front.
    private func candidates(above other: PlaneLimits) -> [PlaneLimits] {
        let usable = planes.filter { plane in
            plane.kind == .overlay && crtc < 32 && plane.possibleCRTCs & 1 << crtc != 0
        }
        return usable.map { $0.lowered(above: other) }.sorted { left, right in
            if (left.id == present) != (right.id == present) { return left.id == present }
            return right.isInFront(of: left)
        }
    }

    private func refusal(
        of plane: PlaneLimits, _ layout: PixelLayout, above other: PlaneLimits
    ) -> LayerRefusal? {
        if let refusal = plane.refusal(of: layout) { return refusal }
        if !plane.isInFront(of: other) { return .order }
        if let cursor, !cursor.isInFront(of: plane) { return .order }
        return nil
    }
}

extension SnapshotAllocation.Placement {
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
