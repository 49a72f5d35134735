import Mirroring
import TestSupport
import Testing

@testable import KMS

@Suite struct SnapshotAssignmentTests {
    private let xrgb = PixelLayout(format: PixelFormat.xrgb8888.code, modifier: PixelLayout.linear)

    private func plane(
        _ id: UInt32, _ kind: PlaneLimits.Kind, crtcs: UInt32 = 1, depth: UInt64? = nil,
        depths: ClosedRange<UInt64>? = nil,
        layouts: Set<PixelLayout>? = nil
    ) -> PlaneLimits {
        PlaneLimits(
            id: PlaneID(id), kind: kind, possibleCRTCs: crtcs, layouts: layouts ?? [xrgb], depth: depth, depths: depths)
    }

    private func place(
        _ planes: [PlaneLimits], cursor: PlaneLimits? = nil, primary: PlaneLimits? = nil, present: UInt32? = nil,
        hasFront: Bool = false, accepts: (PlaneAssignment.LayerPlanes) -> Bool = { _ in true }
    ) -> Result<PlaneAssignment.LayerPlanes, LayerRefusal> {
        let assignment = PlaneAssignment(planes: planes, crtc: 0)
        let head = PlaneAssignment.OwnPlanes(
            primary: primary ?? plane(1, .primary, depth: 0), cursor: cursor,
            shown: present.map { [.snapshot: PlaneID($0)] } ?? [:])
        return Result { () throws(LayerRefusal) in
            try assignment.placeLayer(
                xrgb, as: .snapshot, above: .picture, on: head, hasFront: hasFront, accepts: accepts)
        }
    }

    private func on(_ plane: UInt32, _ depth: UInt64? = nil, front: UInt32? = nil, _ above: UInt64? = nil)
        -> PlaneAssignment.LayerPlanes
    {
        .init(
            layer: .init(plane: PlaneID(plane), depth: depth),
            front: front.map { .init(plane: PlaneID($0), depth: above) })
    }

    @Test func whatLiesAboveHasAPlaneBetweenSnapshotAndCursor() {
        let argb = PlaneAssignment.ownLayout
        let overlays = (UInt32(5)..<8).map { plane($0, .overlay, depth: 17, depths: 1...17, layouts: [xrgb, argb]) }
        let cursor = plane(9, .cursor, depth: 17)
        #expect(place(overlays, cursor: cursor, hasFront: true) == .success(on(5, 1, front: 6, 2)))
        #expect(place(overlays, hasFront: true) { $0.front?.plane == PlaneID(7) } == .success(on(5, 1, front: 7, 2)))
        #expect(place([overlays[0]], hasFront: true) == .failure(.behindPicture), "one plane is not enough")
        let opaque = (UInt32(5)..<8).map { plane($0, .overlay, depth: UInt64($0)) }
        #expect(place(opaque, hasFront: true) == .failure(.behindPicture), "none that lets the snapshot show through")
    }

    @Test func theBackmostOverlayInFrontOfThePicture() {
        let planes = [plane(7, .overlay, depth: 3), plane(5, .overlay, depth: 1), plane(6, .overlay, depth: 2)]
        #expect(place(planes) == .success(on(5)))
        #expect(place(planes, present: 6) == .success(on(6)), "the one that it is on")
        #expect(place(planes) { $0.layer.plane == PlaneID(7) } == .success(on(7)))
    }

    @Test func aPlaneThatCanBeMovedGoesBelowTheCursor() {
        let overlay = plane(5, .overlay, depth: 17, depths: 1...17)
        let cursor = plane(9, .cursor, depth: 17)
        #expect(place([overlay], cursor: cursor) == .success(on(5, 1)))
        #expect(place([plane(5, .overlay, depth: 17)], cursor: cursor) == .failure(.order), "both at the same place")
    }

    @Test func refusalsSayWhy() {
        #expect(place([]) == .failure(.noPlane))
        #expect(place([plane(5, .cursor), plane(6, .primary)]) == .failure(.noPlane))
        #expect(place([plane(5, .overlay, crtcs: 2)]) == .failure(.noPlane))
        #expect(place([plane(5, .overlay, layouts: [])]) == .failure(.format))
        let tiled = PixelLayout(format: xrgb.format, modifier: 1 << 56 | 1)
        #expect(place([plane(5, .overlay, layouts: [tiled])]) == .failure(.modifier))
        #expect(place([plane(5, .overlay)]) { _ in false } == .failure(.hardware))
        #expect(place([plane(5, .overlay, depth: 0)]) == .failure(.order))
    }

    @Test func thePrimaryItselfWhereNothingElseIsDrawn() {
        func place(_ planes: [PlaneLimits], hasFront: Bool = false, takes: Set<UInt32>) -> Result<
            PlaneAssignment.LayerPlanes, LayerRefusal
        > {
            let assignment = PlaneAssignment(planes: planes, crtc: 0)
            let head = PlaneAssignment.OwnPlanes(primary: plane(1, .primary, depth: 0))
            return Result { () throws(LayerRefusal) in
                try assignment.placeLayer(xrgb, as: .snapshot, above: .blackPicture, on: head, hasFront: hasFront) {
                    takes.contains($0.layer.plane.raw)
                }
            }
        }
        let overlay = plane(5, .overlay, depth: 1, layouts: [xrgb, PlaneAssignment.ownLayout])
        #expect(place([overlay], takes: [1, 5]) == .success(on(5)), "an overlay leaves the picture where it is")
        #expect(place([overlay], takes: [1]) == .success(on(1)))
        #expect(place([overlay], hasFront: true, takes: [1]) == .success(on(1, front: 5)))
        #expect(place([], takes: [1]) == .success(on(1)))
        #expect(place([], takes: []) == .failure(.noPlane))
        #expect(self.place([]) == .failure(.noPlane), "not where something is drawn")
    }

    /// Whatever the planes are, the one that is taken lies between the picture and the cursor, and the hardware has agreed.
    @Test(arguments: Effort.seeds(sample: 40, torture: 4000)) func placesAreSound(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func depth() -> UInt64? { Bool.random(using: &random) ? UInt64.random(in: 0..<4, using: &random) : nil }
        let kinds: [PlaneLimits.Kind] = [.primary, .overlay, .cursor]
        let planes = (UInt32(10)..<16).map { id in
            let depth = depth()
            let range = depth.map { 0...max(1, $0) }
            return plane(
                id, kinds.randomElement(using: &random)!, crtcs: UInt32.random(in: 0..<4, using: &random), depth: depth,
                depths: Bool.random(using: &random) ? range : nil)
        }
        let primary = plane(1, .primary, depth: depth())
        let cursor = Bool.random(using: &random) ? plane(2, .cursor, depth: depth()) : nil
        var asked: [PlaneAssignment.LayerPlanes] = []
        var accepted: PlaneAssignment.LayerPlanes?
        let result = place(planes, cursor: cursor, primary: primary) { placement in
            asked.append(placement)
            if Bool.random(using: &random) { accepted = placement }
            return accepted != nil
        }
        #expect(Set(asked).count == asked.count, "nothing is asked twice")
        guard case .success(let placements) = result else { return #expect(accepted == nil) }
        #expect(placements.layers == accepted?.layers && placements.front == nil)
        let placement = placements.layer
        guard var taken = planes.first(where: { $0.id == placement.plane }) else {
            return #expect(Bool(false), "another plane")
        }
        if let depth = placement.depth {
            #expect(taken.depths?.contains(depth) == true)
            taken.depth = depth
        }
        #expect(taken.kind == .overlay && taken.possibleCRTCs & 1 == 1)
        #expect(taken.isInFront(of: primary))
        if let cursor { #expect(cursor.isInFront(of: taken)) }
    }
}
