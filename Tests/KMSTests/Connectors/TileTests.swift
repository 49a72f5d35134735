import Geometry
import Testing

@testable import KMS

@Suite struct TileTests {
    private func tile(_ text: String) -> Tile? { Tile(Array(text.utf8) + [0]) }

    @Test func saysWhichPartIsShown() throws {
        let left = try #require(tile("1:1:2:1:0:0:1920:2160"))
        let right = try #require(tile("1:1:2:1:1:0:1920:2160"))
        #expect("\(left), \(right)" == "1 of 2, 2 of 2")
        #expect(left.remark(onModeOf: Size(width: 1920, height: 2160))?.contains("1/2") == true)
        // In any other mode the monitor shows all of the picture.
        #expect(left.remark(onModeOf: Size(width: 3840, height: 2160)) == nil)
    }

    @Test(
        arguments: [
            "", "1:1:1:1:0:0:1920:1080", "1:1:2:1:2:0:1920:2160", "1:1:2:1:0:0:0:2160", "1:1:2:1:0:0:1920",
            "1:1:x:1:0:0:1920:2160", "1:1:99:99:0:0:1:1", "1:1:2:1:-1:0:1920:2160",
        ])
    func takesNothingElse(_ text: String) {
        #expect(tile(text) == nil)
    }
}
