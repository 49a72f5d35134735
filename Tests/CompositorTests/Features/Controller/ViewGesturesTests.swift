import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// Fingers on a view, which follows them as the service lets it.
struct ViewRig {
    let fit = PanelViewport(panel: Size(width: 1280, height: 800), external: Size(width: 3840, height: 2160))
    var zoom = ControllerZoom.fit
    var gestures = ViewGestures()
    var time = Timestamp(microseconds: 0)
    private(set) var released: (zoom: ControllerZoom, velocity: PanelVelocity)?
    private(set) var toggles = 0
    private(set) var switches = 0
    private(set) var follows = 0
    /// The windows gone on to, by swipes.
    private(set) var steps: [Int] = []
    /// Whether the fingers have moved the view and have not left it.
    private(set) var isHeld = false

    var view: PanelViewport { fit.zoomed(zoom) }

    mutating func down(_ finger: Int32, _ x: Double, _ y: Double) {
        take(.down(ContactID(finger), .finger, Point(x: x, y: y), time))
    }

    mutating func move(_ finger: Int32, _ x: Double, _ y: Double) {
        time = time.adding(microseconds: 8000)
        take(.motion(ContactID(finger), Point(x: x, y: y), time))
    }

    mutating func up(_ finger: Int32) { take(.up(ContactID(finger), time)) }
    mutating func cancel(_ finger: Int32) { take(.cancel(ContactID(finger))) }
    mutating func wait(_ milliseconds: Int64) { time = time.adding(microseconds: milliseconds * 1000) }

    private mutating func take(_ input: OverlayInput) {
        for gesture in gestures.take(input, zoom, fit: fit) {
            switch gesture {
            case .follow(let next):
                (zoom, isHeld) = (next, true)
                follows += 1
            case .release(let next, let velocity):
                #expect(isHeld, "released without having followed")
                (zoom, isHeld, released) = (fit.settled(next), false, (next, velocity))
            case .toggle: toggles += 1
            case .nextMode: switches += 1
            case .switchWindow(let step): steps.append(step)
            }
        }
    }
}

@Suite struct ViewGesturesTests {
    @Test func whatIsUnderTwoFingersStaysThere() {
        var rig = ViewRig()
        rig.down(0, 600, 400)
        rig.down(1, 700, 400)
        let spots = [Point<PanelSpace>(x: 600, y: 400), Point(x: 700, y: 400)].map { rig.view.externalPoint(at: $0) }
        rig.move(0, 400, 300)
        rig.move(1, 800, 300)
        #expect(abs(rig.zoom.factor - 4) < 1e-9)
        let now = spots.map { rig.view.panelPoint(of: $0) }
        #expect(now[0].distance(to: Point(x: 400, y: 300)) < 1.5)
        #expect(now[1].distance(to: Point(x: 800, y: 300)) < 1.5)
    }

    @Test func oneFingerPansAndThrows() {
        var rig = ViewRig()
        rig.zoom = rig.fit.settled(ControllerZoom(factor: 3))
        rig.down(0, 640, 400)
        let spot = rig.view.externalPoint(at: Point(x: 640, y: 400))
        for step in 1...20 { rig.move(0, 640 - Double(step) * 10, 400) }
        #expect(rig.view.panelPoint(of: spot).distance(to: Point(x: 440, y: 400)) < 1.5)
        rig.up(0)
        #expect(rig.released.map { abs($0.velocity.x + 1250) < 100 } == true)
        let motion = rig.released.flatMap {
            ViewMotion(released: $0.zoom, $0.velocity, in: rig.fit, at: rig.time)
        }
        // On in the same direction, ever more slowly, to a stop.
        let places = (0...40).map {
            rig.fit.zoomed(motion?.zoom(at: rig.time.adding(microseconds: $0 * 16_000)) ?? .fit).frame.x
        }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(places[0] - places[1] > places[10] - places[11])
        #expect(places[39] == places[40] && places[0] - places[40] > 150)
    }

    @Test func atFitOneFingerMovesNothing() {
        var rig = ViewRig()
        rig.down(0, 640, 10)
        rig.move(0, 640, 400)
        rig.up(0)
        #expect(rig.follows == 0 && rig.released == nil)
    }

    @Test func restingFingersMoveNothing() {
        var rig = ViewRig()
        rig.down(0, 600, 400)
        rig.down(1, 700, 400)
        rig.move(0, 604, 403)
        rig.move(1, 697, 402)
        #expect(rig.zoom == .fit)
        rig.up(0)
        rig.up(1)
        #expect(rig.released == nil)
    }

    @Test func twoTapsOfTwoFingersToggle() {
        var rig = ViewRig()
        for _ in 0..<2 {
            rig.down(0, 600, 400)
            rig.down(1, 700, 410)
            rig.wait(60)
            rig.up(1)
            rig.up(0)
            rig.wait(120)
        }
        #expect(rig.toggles == 1 && rig.follows == 0)
        // One finger, or three, mean nothing; nor do taps that are far apart in time.
        for fingers in [1, 3] as [Int32] {
            for _ in 0..<2 {
                for finger in 0..<fingers { rig.down(finger, 300 + Double(finger) * 100, 300) }
                rig.wait(60)
                for finger in 0..<fingers { rig.up(finger) }
                rig.wait(120)
            }
        }
        for _ in 0..<3 {
            rig.down(0, 600, 400)
            rig.down(1, 700, 410)
            rig.up(1)
            rig.up(0)
            rig.wait(500)
        }
        #expect(rig.toggles == 1)
    }

    @Test func aTapOfFourFingersSwitchesTheMode() {
        var rig = ViewRig()
        for milliseconds in [60, 600] as [Int64] {
            for finger in 0..<4 as Range<Int32> { rig.down(finger, 200 + 80 * Double(finger), 300) }
            rig.wait(milliseconds)
            for finger in 0..<4 as Range<Int32> { rig.up(finger) }
        }
        #expect(rig.switches == 1 && rig.zoom == .fit)
    }

    /// Three fingers at 400, 500 and 600, moved by steps of this size.
    private func swipe(
        _ rig: inout ViewRig, dx: Double, dy: Double = 0, steps: Int = 10, fingers: Range<Int32> = 0..<3
    ) {
        for finger in fingers { rig.down(finger, 400 + 100 * Double(finger), 400) }
        for step in 1...steps {
            for finger in fingers {
                rig.move(finger, 400 + 100 * Double(finger) + dx * Double(step), 400 + dy * Double(step))
            }
        }
        for finger in fingers { rig.up(finger) }
    }

    @Test func threeFingersSwipeFromWindowToWindow() {
        for dx in [4.0, 12, 40, 150] {
            var rig = ViewRig()
            swipe(&rig, dx: dx, steps: dx < 10 ? 30 : 10)
            #expect(rig.steps == [1], "\(dx)")
            swipe(&rig, dx: -dx, steps: dx < 10 ? 30 : 10)
            #expect(rig.steps == [1, -1])
            // A slant is a swipe all the same.
            swipe(&rig, dx: 15, dy: 6)
            #expect(rig.steps == [1, -1, 1])
            #expect(rig.follows == 0 && rig.switches == 0 && rig.toggles == 0)
        }
    }

    @Test func theViewIsZoomedAndStaysWhereItIsWhileThreeFingersSwipe() {
        var rig = ViewRig()
        rig.zoom = rig.fit.settled(ControllerZoom(factor: 3))
        let zoom = rig.zoom
        swipe(&rig, dx: 30)
        #expect(rig.steps == [1] && rig.zoom == zoom && rig.released == nil)
        // One finger pans again.
        rig.down(0, 640, 400)
        for step in 1...20 { rig.move(0, 640 - Double(step) * 10, 400) }
        #expect(rig.zoom != zoom)
        rig.up(0)
        #expect(rig.released != nil)
    }

    @Test func aShortSwipeAndOtherMovesSwitchNothing() {
        var rig = ViewRig()
        swipe(&rig, dx: 8)
        #expect(rig.steps.isEmpty && rig.follows == 0)
        // Up and down is for the view.
        swipe(&rig, dx: 2, dy: 30)
        #expect(rig.steps.isEmpty && rig.follows > 0)
        // Two or four fingers sideways pan.
        for fingers in [0..<2, 0..<4] as [Range<Int32>] {
            var rig = ViewRig()
            swipe(&rig, dx: 30, fingers: fingers)
            #expect(rig.steps.isEmpty && rig.follows > 0 && rig.switches == 0)
        }
        // Fingers that part are a pinch.
        rig = ViewRig()
        for finger in 0..<3 as Range<Int32> { rig.down(finger, 500 + 100 * Double(finger), 400) }
        for step in 1...10 {
            rig.move(0, 500 - Double(step) * 20, 400)
            rig.move(1, 600, 400 + Double(step) * 20)
            rig.move(2, 700 + Double(step) * 20, 400)
        }
        #expect(rig.steps.isEmpty && rig.zoom.factor > 1)
    }

    @Test func whatFollowsASwipeMeansNothingUntilAllFingersAreLifted() {
        var rig = ViewRig()
        for finger in 0..<3 as Range<Int32> { rig.down(finger, 400 + 100 * Double(finger), 400) }
        for step in 1...20 {
            for finger in 0..<3 as Range<Int32> {
                rig.move(finger, 400 + 100 * Double(finger) + 20 * Double(step), 400)
            }
        }
        #expect(rig.steps == [1])
        rig.up(2)
        for step in 1...20 {
            for finger in 0..<2 as Range<Int32> { rig.move(finger, 500 - 20 * Double(step), 400) }
        }
        rig.down(3, 700, 300)
        rig.down(4, 800, 300)
        for finger in [0, 1, 3, 4] as [Int32] { rig.up(finger) }
        #expect(rig.steps == [1] && rig.follows == 0 && rig.switches == 0 && rig.zoom == .fit)
        // A cancelled one is forgotten, too.
        for finger in 0..<3 as Range<Int32> { rig.down(finger, 400 + 100 * Double(finger), 400) }
        for finger in 0..<3 as Range<Int32> { rig.move(finger, 420 + 100 * Double(finger), 400) }
        for finger in 0..<3 as Range<Int32> { rig.cancel(finger) }
        swipe(&rig, dx: -20)
        #expect(rig.steps == [1, -1])
    }

    /// Three and four fingers come, go and move at random: at most one switch in a series, and then no movement; four that
    /// tap switch the mode in any case.
    @Test(arguments: 0..<30 as Range<UInt64>) func nothingSticksToASwipe(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = ViewRig()
        var swiped = 0
        for _ in 0..<60 {
            let steps = rig.steps.count
            var live: [Int32: (x: Double, y: Double)] = [:]
            let (dx, dy) = (Double.random(in: -40...40, using: &random), Double.random(in: -8...8, using: &random))
            for _ in 0..<80 {
                let finger = Int32.random(in: 0..<4, using: &random)
                if let place = live[finger] {
                    if random.chance(3) {
                        live[finger] = nil
                        random.chance(50) ? rig.up(finger) : rig.cancel(finger)
                    } else {
                        live[finger] = (place.x + dx, place.y + dy)
                        rig.move(finger, place.x + dx, place.y + dy)
                    }
                } else if live.count < 3 || random.chance(3) {
                    live[finger] = (300 + 100 * Double(finger), 400)
                    rig.down(finger, 300 + 100 * Double(finger), 400)
                }
                if live.isEmpty { #expect(!rig.isHeld && !rig.gestures.isHolding) }
            }
            for finger in live.keys.sorted() { rig.up(finger) }
            #expect(!rig.isHeld && !rig.gestures.isHolding)
            swiped += rig.steps.count - steps
            #expect(rig.steps.allSatisfy { abs($0) == 1 })
            let switches = rig.switches
            rig.wait(1000)
            for finger in 0..<4 as Range<Int32> { rig.down(finger, 200 + 80 * Double(finger), 300) }
            rig.wait(60)
            for finger in 0..<4 as Range<Int32> { rig.up(finger) }
            #expect(rig.switches == switches + 1)
        }
        #expect(swiped > 0)
    }

    @Test func stretchedPicturesComeBack() {
        var rig = ViewRig()
        rig.down(0, 300, 400)
        rig.down(1, 900, 400)
        rig.move(0, 500, 400)
        rig.move(1, 700, 400)
        #expect(rig.view.frame.width < 1280)
        rig.up(0)
        rig.up(1)
        guard let released = rig.released,
            let motion = ViewMotion(released: released.zoom, released.velocity, in: rig.fit, at: rig.time)
        else {
            Issue.record("nothing moves")
            return
        }
        #expect(motion.end == .fit)
        let widths = (0...20).map {
            rig.fit.zoomed(motion.zoom(at: rig.time.adding(microseconds: $0 * 16_000))).frame.width
        }
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(widths.first == rig.fit.zoomed(released.zoom).frame.width && widths.last == 1280)
    }

    @Test(arguments: Effort.seeds(sample: 30, torture: 1500)) func everySeriesEndsOnce(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = ViewRig()
        var live: Set<Int32> = []
        for _ in 0..<400 {
            let finger = Int32.random(in: 0..<4, using: &random)
            let (x, y) = (Double.random(in: -50...1330, using: &random), Double.random(in: -50...850, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                if live.insert(finger).inserted { rig.down(finger, x, y) }
            case 1:
                if live.remove(finger) != nil { rig.up(finger) }
            case 2:
                for other in live.sorted() { rig.cancel(other) }
                live = []
            case 3: rig.wait(Int64.random(in: 0...400, using: &random))
            default:
                // Also of fingers that are not down.
                rig.move(finger, x, y)
            }
            if live.isEmpty { #expect(!rig.isHeld, "nobody holds the view") }
            let frame = rig.view.frame
            #expect(!frame.isEmpty && frame.width <= 3840 * 5)
        }
    }
}
