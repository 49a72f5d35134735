import Geometry
import Mirroring
import Testing

@testable import Rendering

@Suite struct VisibleElementsTests {
    private let screen = Region<ContentSpace>(Rect(x: 0, y: 0, width: 100, height: 100))

    @Test func hiddenElementsAreLeftOut() {
        let scene = VisibleElements(
            [element(0, 0, 50, 50), element(10, 10, 20, 20), element(0, 0, 100, 100)], within: screen)
        #expect(scene.parts.count == 1)
        #expect(scene.parts[0].region == screen)
        #expect(scene.uncovered.isEmpty)
    }

    @Test func opaquePartsCutWhatIsBelow() {
        let scene = VisibleElements([element(0, 0, 100, 100), element(20, 20, 30, 40)], within: screen)
        #expect(scene.parts.map(\.region.area) == [10_000 - 1200, 1200])
    }

    @Test func alphaHidesOnlyWhereSaidSo() {
        let above = element(0, 0, 100, 100, .argb8888, opaque: Region(Rect(x: 0, y: 0, width: 100, height: 60)))
        let scene = VisibleElements([element(0, 0, 100, 100), above], within: screen)
        #expect(scene.parts.map(\.region.area) == [4000, 10_000])
    }

    @Test func opaqueOutsideTheDestinationHidesNothing() {
        let above = element(0, 0, 10, 10, .argb8888, opaque: screen)
        let scene = VisibleElements([above], within: screen)
        #expect(scene.uncovered.area == 9900)
    }

    @Test func onlyTheRegionCounts() {
        let corner = Region<ContentSpace>(Rect(x: 90, y: 90, width: 20, height: 20)).intersection(screen)
        let scene = VisibleElements([element(0, 0, 50, 50), element(95, 95, 50, 50)], within: corner)
        #expect(scene.parts.map(\.region.area) == [25])
        #expect(scene.uncovered.area == 75)
    }

    @Test func aFillHidesEverything() {
        let scene = VisibleElements([element(0, 0, 100, 100), .fill(.black)], within: screen)
        #expect(scene.parts.map(\.region.area) == [10_000])
        #expect(scene.uncovered.isEmpty)
    }

    @Test func roundedCornersShowWhatIsBelow() throws {
        let picture = try MemoryBuffer.filled(10, 10)
        let above = SceneElement(picture, at: Rect(x: 20, y: 20, width: 40, height: 40), cornerRadius: 5)
        let scene = VisibleElements([element(0, 0, 100, 100), above], within: screen)
        #expect(scene.parts.map(\.region.area) == [10_000 - 1600 + 100, 1600])
    }

    private func element(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ format: PixelFormat = .xrgb8888,
        opaque: Region<ContentSpace> = Region()
    ) -> SceneElement {
        SceneElement(
            source: MemoryImage(size: Size(width: 2, height: 2), format: format, pixels: []),
            crop: SourceBox(x: 0, y: 0, width: 2, height: 2), transform: .normal,
            destination: Rect(x: x, y: y, width: width, height: height), opaque: opaque)
    }
}
