import Mirroring

/// Decides which plane shows a client's buffer that is all of the frame, or all but for black around it.
///
///     the primary plane itself, where the CRTC is black beside it
///     else an overlay in front of a black primary, and behind the cursor
///
/// Tables say only which planes could do it. Whether one can scale that far, or leave a part of the screen to others, the
/// hardware says.
struct ContentAllocation {
    let primary: PlaneLimits
    let overlays: SnapshotAllocation

    /// The first plane that the tables allow for a buffer of this layout and that the hardware, asked by `accepts`, takes; throws
    /// why the primary was refused.
    func place(
        _ layout: PixelLayout, accepts: (SnapshotAllocation.Placement) -> Bool
    ) throws(LayerRefusal) -> SnapshotAllocation.Placement {
        let placement = SnapshotAllocation.Placement(plane: primary.id, depth: nil)
        let found = primary.refusal(of: layout)
        if found == nil, accepts(placement) { return placement }
        do throws(LayerRefusal) {
            return try overlays.place(layout) { accepts($0.snapshot) }.snapshot
        } catch {
            throw found ?? .hardware
        }
    }
}
