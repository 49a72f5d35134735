import Geometry
import Mirroring
import Testing

@Suite struct CursorRefusalTests {
    private let screen = Size<OutputSpace>(width: 100, height: 80)

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
}
