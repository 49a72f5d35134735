import Mirroring
import Testing

@testable import KMS

/// Which plane shows a client's buffer that is cropped, scaled or smaller than the screen.
@Suite struct ContentAssignmentTests {
    private struct Row {
        var name: String
        var planes: KnownPlanes
        var layout = PixelLayout.xrgb
        /// The planes that the hardware accepts.
        var accepts: Set<UInt32>
        var expected: Result<UInt32, LayerRefusal>
        /// Those that it is asked about.
        var asked: [UInt32]
    }

    private static let deep = PixelLayout(format: PixelFormat.xrgb2101010.code, modifier: PixelLayout.linear)

    private static let rows = [
        Row(
            name: "the primary scales, as vc4's", planes: .vc4, accepts: [31], expected: .success(31), asked: [31]),
        Row(
            name: "the primary has to cover, as Intel's: an overlay in front", planes: .i915, accepts: [39],
            expected: .success(39), asked: [31, 39]),
        Row(
            name: "nothing scales, as on virtio-gpu", planes: .virtioGPU, accepts: [], expected: .failure(.hardware),
            asked: [31]),
        Row(
            name: "an overlay has what the primary lacks", planes: .i915, layout: PixelLayout.argb, accepts: [31, 39],
            expected: .success(39), asked: [39]),
        Row(
            name: "neither has the format", planes: .i915, layout: deep, accepts: [31, 39],
            expected: .failure(.format), asked: []),
        Row(
            name: "the memory is tiled as none reads it", planes: .amdgpu, layout: .xrgb.tiled(7), accepts: [40],
            expected: .failure(.modifier), asked: []),
        Row(
            name: "columns of a height of the buffer's own", planes: .vc4,
            layout: PixelLayout(format: YUVFormat.nv12.code, modifier: PixelLayout.columns | 1632 << 8), accepts: [31],
            expected: .success(31), asked: [31]),
        Row(
            name: "columns of another width", planes: .vc4,
            layout: PixelLayout(format: YUVFormat.nv12.code, modifier: 0x0700_0000_0000_0005 | 1632 << 8),
            accepts: [31], expected: .failure(.modifier), asked: []),
        Row(
            name: "all overlays are tried, the backmost first", planes: .vkms, accepts: [42], expected: .success(42),
            asked: [31, 40, 41, 42]),
    ]

    @Test func theFirstPlaneThatTablesAndHardwareAllow() throws {
        for row in Self.rows {
            let primary = try #require(row.planes.planes.first { $0.kind == .primary })
            let cursor = row.planes.planes.first { $0.kind == .cursor }
            let assignment = PlaneAssignment(planes: row.planes.planes.filter { $0.kind == .overlay }, crtc: 0)
            let head = PlaneAssignment.OwnPlanes(primary: primary, cursor: cursor)
            var asked: [UInt32] = []
            let result = Result { () throws(LayerRefusal) in
                try assignment.placeLayer(row.layout, as: .client, above: .black, on: head) { planes in
                    asked.append(planes.layer.plane.raw)
                    return row.accepts.contains(planes.layer.plane.raw)
                }.layer.plane.raw
            }
            #expect(result == row.expected, "\(row.name)")
            #expect(asked == row.asked, "\(row.name)")
        }
    }

    private struct FrontRow {
        var name: String
        var planes: KnownPlanes
        /// What the hardware accepts: the plane of the buffer, and that in front.
        var accepts: [[UInt32]]
        var expected: Result<[UInt32], LayerRefusal>
        var asked: [[UInt32]]
    }

    private static let fronts = [
        FrontRow(
            name: "the primary, and the backmost overlay", planes: .vc4, accepts: [[31, 40]],
            expected: .success([31, 40]), asked: [[31, 40]]),
        FrontRow(
            name: "the primary has to cover: two overlays", planes: .vkms, accepts: [[40, 41]],
            expected: .success([40, 41]), asked: (40...47).map { [31, $0] } + [[40, 41]]),
        FrontRow(
            name: "one overlay, and a primary that has to cover", planes: .i915, accepts: [],
            expected: .failure(.hardware), asked: [[31, 39]]),
        FrontRow(
            name: "no overlay", planes: .virtioGPU, accepts: [], expected: .failure(.behindPicture), asked: []),
    ]

    @Test func somethingInFrontNeedsAPlaneOfItsOwn() throws {
        for row in Self.fronts {
            let primary = try #require(row.planes.planes.first { $0.kind == .primary })
            let assignment = PlaneAssignment(planes: row.planes.planes, crtc: 0)
            let head = PlaneAssignment.OwnPlanes(
                primary: primary, cursor: row.planes.planes.first { $0.kind == .cursor })
            var asked: [[UInt32]] = []
            let result = Result { () throws(LayerRefusal) in
                let found = try assignment.placeLayer(.xrgb, as: .client, above: .black, on: head, hasFront: true) {
                    placements in
                    let planes = [placements.layer.plane.raw] + (placements.front.map { [$0.plane.raw] } ?? [])
                    asked.append(planes)
                    return row.accepts.contains(planes)
                }
                return [found.layer.plane.raw] + (found.front.map { [$0.plane.raw] } ?? [])
            }
            #expect(result == row.expected, "\(row.name)")
            #expect(asked == row.asked, "\(row.name)")
        }
    }

    /// Where the CRTC can be told to be black, the primary plane is off beside an overlay, if the hardware takes that.
    @Test(arguments: [true, false]) func theBackgroundStandsForABlackPrimary(isAccepted: Bool) throws {
        let planes = KnownPlanes.i915.planes
        let assignment = PlaneAssignment(planes: planes, crtc: 0)
        let head = PlaneAssignment.OwnPlanes(primary: planes[0], cursor: planes.last, hasBackground: true)
        var asked: [Bool] = []
        let found = try assignment.placeLayer(.xrgb, as: .client, above: .black, on: head) { placements in
            asked.append(placements.isBare)
            return placements.layer.plane != planes[0].id && placements.isBare == isAccepted
        }
        #expect(found.layer.plane == planes[1].id && found.isBare == isAccepted)
        #expect(asked == (isAccepted ? [false, true] : [false, true, false]), "the primary by itself first")
    }

    /// No commit swaps what two planes show.
    @Test func planesKeepTheirParts() throws {
        let planes = KnownPlanes.vkms.planes
        let assignment = PlaneAssignment(planes: planes, crtc: 0)
        let head = PlaneAssignment.OwnPlanes(
            primary: planes[0], cursor: planes.last, shown: [.client: PlaneID(41), .front: PlaneID(40)])
        let found = try assignment.placeLayer(.xrgb, as: .client, above: .black, on: head, hasFront: true) {
            $0.layer.plane != planes[0].id
        }
        #expect(found.layer.plane == PlaneID(41) && found.front?.plane == PlaneID(42))
        var asked: Set<PlaneID> = []
        _ = try? assignment.placeLayer(.xrgb, as: .client, above: .black, on: head) { placements in
            asked.insert(placements.layer.plane)
            return false
        }
        #expect(!asked.contains(PlaneID(40)))
    }

    @Test func anOverlayThatWouldHideTheCursorIsNone() throws {
        let planes = KnownPlanes.vc4.planes
        let overlay = try #require(planes.last { $0.kind == .overlay })
        var cursor = try #require(planes.first { $0.kind == .cursor })
        cursor.depth = 1
        let assignment = PlaneAssignment(planes: [overlay], crtc: 0)
        let head = PlaneAssignment.OwnPlanes(primary: planes[0], cursor: cursor)
        #expect(throws: LayerRefusal.hardware) {
            try assignment.placeLayer(.xrgb, as: .client, above: .black, on: head) { $0.layer.plane != planes[0].id }
        }
    }
}
