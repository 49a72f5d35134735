import Mirroring

/// Decides which plane shows a client's buffer that is all of the frame, or all but for black around it.
///
///     the primary plane itself, where the CRTC is black beside it
///     else an overlay behind the cursor, alone on a CRTC that can be told to be black
///     else the same in front of a black primary
///     and an overlay in front of either, where anything is drawn there
///
/// Tables say only which planes could do it. Whether one can scale that far, or leave a part of the screen to others, the
/// hardware says.
struct ContentAllocation {
    let primary: PlaneLimits
    let overlays: SnapshotAllocation
    /// Whether the CRTC has a background that is set to black.
    var hasBackground = false

    /// The first planes that the tables allow for a buffer of this layout, with or without something in front of it, and that the
    /// hardware, asked by `accepts`, takes; throws why the primary was refused, or all of them.
    func place(
        _ layout: PixelLayout, hasFront: Bool = false, accepts: (SnapshotAllocation.Placements) -> Bool
    ) throws(LayerRefusal) -> SnapshotAllocation.Placements {
        let found = primary.refusal(of: layout)
        var (isAsked, isBare) = (false, false)
        func ask(_ placements: SnapshotAllocation.Placements) -> Bool {
            isAsked = true
            var bare = placements
            bare.isBare = hasBackground && placements.snapshot.plane != primary.id
            isBare = bare.isBare && accepts(bare)
            return isBare || accepts(placements)
        }
        for front in hasFront ? overlays.fronts(above: primary) : [nil] where found == nil {
            let whole = SnapshotAllocation.Placement(plane: primary.id, depth: nil)
            let placements = SnapshotAllocation.Placements(snapshot: whole, front: front)
            if ask(placements) { return placements }
        }
        do throws(LayerRefusal) {
            var placements = try overlays.place(layout, hasFront: hasFront, accepts: ask)
            placements.isBare = isBare
            return placements
        } catch {
            throw found ?? (isAsked ? .hardware : .behindPicture)
        }
    }
}
