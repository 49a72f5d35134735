import Geometry
import Testing

@testable import Wayland

@Suite struct WindowPlacementTests {
    private let screen = Rect<LogicalSpace>(x: 0, y: 0, width: 1280, height: 800)

    @Test func centresOverTheParent() {
        let parent = Rect<LogicalSpace>(x: 100, y: 100, width: 600, height: 400)
        let dialog = WindowPlacement.centred(Size(width: 200, height: 100), over: parent, within: screen)
        #expect(dialog == Rect(x: 300, y: 250, width: 200, height: 100))
    }

    @Test func staysOnScreen() {
        let parent = Rect<LogicalSpace>(x: 1200, y: -50, width: 80, height: 60)
        let dialog = WindowPlacement.centred(Size(width: 300, height: 200), over: parent, within: screen)
        #expect(dialog == Rect(x: 980, y: 0, width: 300, height: 200))
    }

    @Test func showsTheCornerOfWhatIsTooLarge() {
        let dialog = WindowPlacement.centred(Size(width: 3000, height: 900), over: screen, within: screen)
        #expect(dialog == Rect(x: 0, y: 0, width: 3000, height: 900))
    }
}
