import Geometry
import Testing

@testable import Compositor
@testable import Mirroring

@Suite struct PiPGesturesTests {
    private let placement: PiPPlacement = {
        var configuration = PiPConfiguration()
        configuration.share = 0.25
        return PiPPlacement(
            panel: Size(width: 1280, height: 800), density: 8, source: Size(width: 1920, height: 1080),
            configuration: configuration)
    }()
    private var targets: PiPTargets { PiPTargets(picture: placement.rect, tab: placement.tab) }
    private let first = PiPContact(1)
    private let second = PiPContact(2)

    private func at(_ x: Double, _ y: Double) -> Point<PanelSpace> { Point(x: x, y: y) }
    private func ms(_ time: Int64) -> Timestamp { Timestamp(microseconds: time * 1000) }

    @Test func aFingerBesideThePictureIsNotItsOwn() {
        var gestures = PiPGestures()
        #expect(gestures.down(first, at: at(10, 10), ms(0), on: targets).isEmpty)
        #expect(gestures.motion(first, at: at(1000, 700), ms(1), placement: placement).isEmpty)
        #expect(gestures.up(first, ms(2)).isEmpty)
    }

    @Test func aFingerDragsAndLetsGoWithItsSpeed() {
        var gestures = PiPGestures()
        #expect(gestures.down(first, at: at(1000, 700), ms(0), on: targets) == [.touched])
        #expect(gestures.motion(first, at: at(1005, 700), ms(10), placement: placement).isEmpty, "within the slop")
        #expect(
            gestures.motion(first, at: at(900, 600), ms(20), placement: placement)
                == [.follow(Rect(x: 844, y: 504, width: 320, height: 180))])
        #expect(
            gestures.motion(first, at: at(800, 600), ms(120), placement: placement)
                == [.follow(Rect(x: 744, y: 504, width: 320, height: 180))])
        #expect(
            gestures.up(first, ms(120))
                == [.letGo(Rect(x: 744, y: 504, width: 320, height: 180), PanelVelocity(x: -1000, y: 0))])
    }

    @Test func aFingerThatRestsHasNoSpeed() {
        var gestures = PiPGestures()
        _ = gestures.down(first, at: at(1000, 700), ms(0), on: targets)
        _ = gestures.motion(first, at: at(800, 700), ms(20), placement: placement)
        let gesture = gestures.up(first, ms(900))
        #expect(gesture == [.letGo(Rect(x: 744, y: 604, width: 320, height: 180), .zero)])
    }

    @Test func twoFingersPinchInAspectAroundTheirMiddle() {
        var gestures = PiPGestures()
        _ = gestures.down(first, at: at(1054, 694), ms(0), on: targets)
        _ = gestures.down(second, at: at(1154, 694), ms(5), on: targets)
        _ = gestures.motion(first, at: at(1004, 694), ms(10), placement: placement)
        let gesture = gestures.motion(second, at: at(1204, 694), ms(15), placement: placement)
        // Twice as far apart: 320x180 becomes 640x360 around the middle at 1104, 694.
        #expect(gesture == [.follow(Rect(x: 784, y: 514, width: 640, height: 360))])
        #expect(
            gestures.up(first, ms(20)) == [.letGo(Rect(x: 784, y: 514, width: 640, height: 360), .zero)])
        #expect(gestures.motion(second, at: at(700, 400), ms(30), placement: placement).isEmpty, "the pinch is over")
        #expect(gestures.up(second, ms(40)).isEmpty)
    }

    @Test func aPinchStopsAtTheLimits() {
        var gestures = PiPGestures()
        _ = gestures.down(first, at: at(1103, 694), ms(0), on: targets)
        _ = gestures.down(second, at: at(1105, 694), ms(5), on: targets)
        guard case .follow(let rect)? = gestures.motion(second, at: at(9000, 694), ms(9), placement: placement).first
        else {
            Issue.record("no pinch")
            return
        }
        #expect(rect.size == placement.size(atShare: PiPConfiguration().maximumShare))
    }

    @Test func twoTapsInARowAreADoubleTap() {
        var gestures = PiPGestures()
        for (time, expected) in [(0, []), (200, [PiPGesture.doubleTap]), (400, []), (1000, [])] {
            _ = gestures.down(first, at: at(1000, 700), ms(Int64(time)), on: targets)
            #expect(gestures.up(first, ms(Int64(time) + 50)) == expected, "at \(time)")
        }
    }

    @Test func aTapOnTheTabBringsItBack() throws {
        var hidden = placement
        hidden.hide()
        let tab = try #require(hidden.tab)
        let targets = PiPTargets(picture: hidden.rect, tab: tab)
        var gestures = PiPGestures()
        #expect(gestures.down(first, at: at(Double(tab.x) + 2, Double(tab.y) + 2), ms(0), on: targets).isEmpty)
        #expect(gestures.up(first, ms(90)) == [.tabTap])
    }

    @Test func aButtonIsPressedWhereItIsLeft() {
        var targets = targets
        targets.buttons[.close] = Rect(x: 950, y: 610, width: 44, height: 44)
        var gestures = PiPGestures()
        _ = gestures.down(first, at: at(960, 620), ms(0), on: targets)
        #expect(gestures.up(first, ms(700)) == [.button(.close)])
        _ = gestures.down(first, at: at(960, 620), ms(1000), on: targets)
        _ = gestures.motion(first, at: at(1060, 700), ms(1010), placement: placement)
        #expect(gestures.up(first, ms(1020)).isEmpty, "moved off")
    }

    @Test func aForwardingPictureIsHeldByItsRim() {
        var targets = targets
        targets.isForwarding = true
        #expect(targets.hit(at(1000, 700)) == .source)
        #expect(targets.hit(at(946, 700)) == .picture)
        #expect(targets.hit(at(900, 700)) == nil)
    }

    @Test func aCancelledDragSettles() {
        var gestures = PiPGestures()
        _ = gestures.down(first, at: at(1000, 700), ms(0), on: targets)
        _ = gestures.motion(first, at: at(800, 700), ms(20), placement: placement)
        #expect(gestures.cancel() == [.letGo(Rect(x: 744, y: 604, width: 320, height: 180), .zero)])
        #expect(gestures.up(first, ms(30)).isEmpty)
        #expect(gestures.cancel().isEmpty)
    }
}
