import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// Fingers that do anything, and a shell that does as the gestures say.
@Suite struct PiPGesturesRandomTests {
    @Test(arguments: UInt64(0)..<100)
    func thePictureStaysWithinReachAndEveryGrabEnds(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var placement = PiPPlacement(
            panel: Size(width: 1280, height: 800), density: 8, source: Size(width: 1920, height: 1080),
            configuration: PiPConfiguration())
        var gestures = PiPGestures()
        var following = false
        var shown = placement.rect
        for step in 0..<300 {
            let time = Timestamp(microseconds: Int64(step) * 20_000)
            for gesture in input(&gestures, placement, shown, time, &random) {
                switch gesture {
                case .follow(let rect):
                    following = true
                    shown = rect
                    checkReach(rect, placement)
                case .letGo(let rect, let velocity):
                    #expect(following && rect == shown)
                    following = false
                    placement.settle(from: rect, velocity: velocity)
                    shown = placement.rect
                case .tabTap:
                    #expect(placement.stash != nil)
                    placement.show()
                    shown = placement.rect
                case .doubleTap:
                    placement.cycleSize()
                    shown = placement.rect
                case .touched, .button: break
                }
            }
            #expect(gestures.followed == (following ? shown : nil))
        }
        #expect(gestures.cancel().count == (following ? 1 : 0))
    }

    private func input(
        _ gestures: inout PiPGestures, _ placement: PiPPlacement, _ shown: Rect<PanelSpace>, _ time: Timestamp,
        _ random: inout SplitMix64
    ) -> [PiPGesture] {
        let contact = PiPContact(Int.random(in: 0..<4, using: &random))
        let point = point(near: placement.tab ?? shown, &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6:
            return gestures.down(
                contact, at: point, time, on: PiPTargets(picture: shown, tab: placement.tab))
        case 6..<14: return gestures.motion(contact, at: point, time, placement: placement)
        case 14..<19: return gestures.up(contact, time)
        default: return gestures.cancel()
        }
    }

    private func point(near rect: Rect<PanelSpace>, _ random: inout SplitMix64) -> Point<PanelSpace> {
        if random.chance(3) { return Point(x: .nan, y: .infinity) }
        if random.chance(20) { return Point(x: Double.random(in: -1e9...1e9, using: &random), y: 5) }
        return Point(
            x: Double(rect.x) + Double.random(in: -20...Double(rect.width) + 20, using: &random),
            y: Double(rect.y) + Double.random(in: -20...Double(rect.height) + 20, using: &random))
    }

    private func checkReach(_ rect: Rect<PanelSpace>, _ placement: PiPPlacement) {
        let seen = placement.panel.bounds.intersection(rect)
        #expect(seen.width >= min(rect.width, 48) && seen.height >= min(rect.height, 48))
        #expect(abs(Double(rect.width) * 9 - Double(rect.height) * 16) <= 16, "the aspect is lost")
        #expect(rect.width <= placement.size(atShare: PiPConfiguration().maximumShare).width)
        #expect(rect.width >= placement.size(atShare: PiPConfiguration().minimumShare).width)
    }
}
