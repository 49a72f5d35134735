import Geometry
import Mirroring
import Testing

/// The handle of a panel of 800x480 with five pixels to the millimetre.
@Suite struct MenuHandleTests {
    private let panel = Size<PanelSpace>(width: 800, height: 480)
    private let now = Timestamp(microseconds: 0)
    private let finger = ContactID(0)

    private func handle(_ edge: MenuEdge, place: Double = 0.5, length: Double = 14) -> MenuHandle {
        var configuration = MenuConfiguration()
        (configuration.edge, configuration.place, configuration.lengthMillimetres) = (edge, place, length)
        return MenuHandle(configuration, in: panel.bounds, density: 5)
    }

    @Test func itIsAtItsEdge() {
        #expect(handle(.right).area == Rect(x: 775, y: 205, width: 25, height: 70))
        #expect(handle(.left, place: 0).area == Rect(x: 0, y: 0, width: 25, height: 70))
        #expect(handle(.bottom, place: 1, length: 20).area == Rect(x: 700, y: 455, width: 100, height: 25))
        #expect(handle(.top).area == Rect(x: 365, y: 0, width: 70, height: 25))
        for edge in MenuEdge.allCases { #expect(handle(edge).area.contains(handle(edge).bar)) }
    }

    private func gesture(
        on handle: MenuHandle, from start: Point<PanelSpace>, to end: Point<PanelSpace>?, isLifted: Bool = true
    ) -> [HandleGesture.Outcome?] {
        var gesture = HandleGesture()
        var opened = [gesture.take(.down(finger, .finger, start, now), on: handle)]
        if let end { opened.append(gesture.take(.motion(finger, end, now), on: handle)) }
        if isLifted { opened.append(gesture.take(.up(finger, now), on: handle)) }
        return opened
    }

    @Test func aTapOpens() {
        let start = Point<PanelSpace>(x: 790, y: 240)
        #expect(gesture(on: handle(.right), from: start, to: nil) == [nil, .opens])
        #expect(gesture(on: handle(.right), from: start, to: Point(x: 785, y: 245)) == [nil, nil, .opens])
    }

    @Test(arguments: [
        (MenuEdge.left, Point<PanelSpace>(x: 60, y: 240)), (.right, Point(x: 740, y: 240)),
        (.top, Point(x: 400, y: 60)),
        (.bottom, Point(x: 400, y: 420)),
    ])
    func aDragInwardsOpensOnce(edge: MenuEdge, end: Point<PanelSpace>) {
        let handle = handle(edge)
        let area = handle.area
        let start = Point<PanelSpace>(x: Double(area.x + area.width / 2), y: Double(area.y + area.height / 2))
        #expect(gesture(on: handle, from: start, to: end) == [nil, .opens, nil])
    }

    /// It is for the scroll bar below, say.
    @Test func aDragAlongTheEdgeGivesWay() {
        let start = Point<PanelSpace>(x: 790, y: 240)
        let end = Point<PanelSpace>(x: 790, y: 100)
        #expect(
            gesture(on: handle(.right), from: start, to: end) == [nil, .givesWay(finger, from: start, to: end), nil])
    }

    @Test func otherButtonsAndCancelledFingersDoNot() {
        var gesture = HandleGesture()
        let handle = handle(.right)
        _ = gesture.take(.down(finger, .button(0x111), Point(x: 790, y: 240), now), on: handle)
        #expect(gesture.take(.up(finger, now), on: handle) == nil)
        _ = gesture.take(.down(finger, .tool, Point(x: 790, y: 240), now), on: handle)
        _ = gesture.take(.cancel(finger), on: handle)
        #expect(gesture.take(.up(finger, now), on: handle) == nil)
    }
}
