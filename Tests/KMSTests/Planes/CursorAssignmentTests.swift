import Mirroring
import Testing

@testable import KMS

@Suite struct CursorAssignmentTests {
    /// A row of the table: the hardware, the size that its driver wants cursors to have, and where they go.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var hardware: KnownPlanes
        var side: Int
        var crtc = 0
        /// The planes that the hardware refuses.
        var refused: Set<UInt32> = []
        var expected: Result<PlaneID, LayerRefusal>
    }

    @Test(arguments: [
        Row(
            testDescription: "virtio-gpu's plane of one size", hardware: .virtioGPU, side: 64,
            expected: .success(PlaneID(34))),
        Row(
            testDescription: "which has no other", hardware: .virtioGPU, side: 128,
            expected: .failure(.size(width: 64, height: 64))),
        Row(
            testDescription: "the hardware may refuse it", hardware: .virtioGPU, side: 64, refused: [34],
            expected: .failure(.hardware)),
        Row(testDescription: "vkms has one of any size", hardware: .vkms, side: 32, expected: .success(PlaneID(60))),
        Row(
            testDescription: "else the frontmost overlay", hardware: .vkms, side: 32, refused: [60, 47],
            expected: .success(PlaneID(46))),
        Row(
            testDescription: "i915's overlay takes what its cursor's plane does not", hardware: .i915, side: 64,
            expected: .success(PlaneID(39))),
        Row(
            testDescription: "the RK3399's small VOP has an overlay alone", hardware: .rk3399Small, side: 64,
            expected: .success(PlaneID(35))),
        Row(
            testDescription: "and the cursor plane is the big one's", hardware: .rk3399Small, side: 64, crtc: 1,
            expected: .success(PlaneID(45))),
        Row(
            testDescription: "a CRTC without such planes", hardware: .virtioGPU, side: 64, crtc: 1,
            expected: .failure(.noPlane)),
    ])
    func cursorsGoWhereTheHardwareTakesThem(_ row: Row) {
        let assignment = PlaneAssignment(planes: row.hardware.planes, crtc: row.crtc)
        let result = Result { () throws(LayerRefusal) in
            try assignment.placeCursor(size: PlaneSize(width: row.side, height: row.side)) {
                !row.refused.contains($0.raw)
            }
        }
        #expect(result == row.expected)
    }
}
