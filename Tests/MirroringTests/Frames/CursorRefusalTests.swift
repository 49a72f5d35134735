import Geometry
import Mirroring
import Testing

@Suite struct CursorLayerTests {
    private let screen = Size<OutputSpace>(width: 100, height: 80)
    private let picture = MemoryImage(size: Size(width: 10, height: 8), format: .argb8888, pixels: [])

    private func refusal(
        at x: Int, _ y: Int, area: Rect<OutputSpace>? = nil, front: Rect<OutputSpace> = .zero
    ) -> LayerRefusal? {
        .ofCursor(
            at: Rect(x: x, y: y, width: 10, height: 8), within: area ?? screen.bounds, of: screen,
            under: Region(front))
    }

    @Test func theScreensOwnEdgesCutEveryCursorOff() {
        #expect(refusal(at: 40, 40) == nil)
        #expect(refusal(at: -5, 76) == nil)
    }

    @Test func edgesWithinTheScreenAreNoPlanes() {
        let area = Rect<OutputSpace>(x: 0, y: 10, width: 100, height: 60)
        #expect(refusal(at: 40, 10, area: area) == nil)
        #expect(refusal(at: -5, 62, area: area) == nil)
        #expect(refusal(at: 40, 9, area: area) == .clipped)
        #expect(refusal(at: 40, 63, area: area) == .clipped)
    }

    @Test func whatIsInFrontHasToBeDrawnAboveTheCursor() {
        let bar = Rect<OutputSpace>(x: 0, y: 0, width: 100, height: 20)
        #expect(refusal(at: 40, 20, front: bar) == nil)
        #expect(refusal(at: 40, 19, front: bar) == .behindPicture)
    }

    @Test func theElementIsThePartWithin() throws {
        let layer = CursorLayer(picture, x: -4, y: 76, hotspot: (1, 2))
        let element = try #require(layer.element(within: screen.bounds))
        #expect(element.destination == Rect(x: 0, y: 76, width: 6, height: 4))
        #expect(element.crop == SourceBox(x: 4, y: 0, width: 6, height: 4))
        #expect(CursorLayer(picture, x: -10, y: 0, hotspot: (0, 0)).element(within: screen.bounds) == nil)
    }

    @Test func anotherPictureIsAnotherLayer() {
        let layer = CursorLayer(picture, x: 1, y: 2, hotspot: (0, 0))
        let copy = MemoryImage(size: picture.size, format: .argb8888, pixels: [])
        #expect(layer.isSame(as: CursorLayer(picture, x: 1, y: 2, hotspot: (0, 0))))
        #expect(!layer.isSame(as: CursorLayer(picture, x: 1, y: 3, hotspot: (0, 0))))
        #expect(!layer.isSame(as: CursorLayer(copy, x: 1, y: 2, hotspot: (0, 0))))
        #expect(!layer.isSame(as: nil))
    }
}
