import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// Fingers on a trackpad of ten pixels a millimetre, and a check that what is pressed is released.
struct TrackpadRig {
    var gestures = TrackpadGestures(TrackpadSpeed(gain: 3, pixelsPerMillimetre: 10))
    var time = Timestamp(microseconds: 1_000_000)
    private(set) var held: Set<UInt32> = []
    private(set) var gesture: PointerGesture.Kind?
    private(set) var isScrolling = false
    private(set) var clicks: [UInt32] = []
    private var steps: [TrackpadStep] = []

    var isAtRest: Bool { held.isEmpty && gesture == nil && !isScrolling }

    mutating func taken() -> [TrackpadStep] {
        defer { steps = [] }
        return steps
    }

    mutating func down(_ finger: Int32, _ x: Double, _ y: Double) {
        perform(gestures.take(.down(ContactID(finger), .finger, Point(x: x, y: y), time)))
    }

    mutating func move(_ finger: Int32, _ x: Double, _ y: Double, after milliseconds: Int64 = 8) {
        wait(milliseconds)
        perform(gestures.take(.motion(ContactID(finger), Point(x: x, y: y), time)))
    }

    mutating func up(_ finger: Int32) { perform(gestures.take(.up(ContactID(finger), time))) }
    mutating func cancel(_ finger: Int32) { perform(gestures.take(.cancel(ContactID(finger)))) }

    mutating func tap(_ fingers: Int32, for milliseconds: Int64 = 60) {
        for finger in 0..<fingers { down(finger, 300 + 80 * Double(finger), 300) }
        wait(milliseconds)
        for finger in 0..<fingers { up(finger) }
    }

    /// Lets time pass, as the service's loop does.
    mutating func wait(_ milliseconds: Int64) {
        let end = time.adding(microseconds: milliseconds * 1000)
        if let due = gestures.deadline, due <= end {
            time = max(time, due)
            perform(gestures.timeUp(at: time))
        }
        time = end
    }

    private mutating func perform(_ next: [TrackpadStep]) {
        for step in next {
            steps.append(step)
            switch step {
            case .button(let code, pressed: true):
                #expect(held.insert(code).inserted, "pressed twice")
            case .button(let code, pressed: false):
                #expect(held.remove(code) != nil, "released twice")
                clicks.append(code)
            case .scroll(let axis): isScrolling = !axis.stopsX
            case .gesture(.begin(let kind, _)):
                #expect(gesture == nil, "begun twice")
                gesture = kind
            case .gesture(.update): #expect(gesture != nil, "an update of no gesture")
            case .gesture(.end):
                #expect(gesture != nil, "ended twice")
                gesture = nil
            case .move(let motion): #expect(motion.isFinite)
            case .nextMode: #expect(isAtRest, "something is held across the change of the mode")
            }
        }
    }
}

@Suite struct TrackpadGesturesTests {
    private let left = UInt32(0x110), right = UInt32(0x111), middle = UInt32(0x112)

    @Test func tapsAreClicks() {
        var rig = TrackpadRig()
        for fingers in 1...3 as ClosedRange<Int32> {
            rig.tap(fingers)
            rig.wait(500)
        }
        #expect(rig.clicks == [left, right, middle])
        #expect(rig.isAtRest)
        // Too long, and of four.
        rig.tap(1, for: 400)
        rig.wait(500)
        _ = rig.taken()
        rig.tap(4)
        rig.wait(500)
        #expect(rig.taken() == [.nextMode])
        #expect(rig.clicks.count == 3)
    }

    @Test func twoQuickTapsAreADoubleClick() {
        var rig = TrackpadRig()
        rig.tap(1)
        rig.wait(80)
        rig.tap(1)
        #expect(
            rig.taken() == [
                .button(left, pressed: true), .button(left, pressed: false), .button(left, pressed: true),
            ])
        rig.wait(500)
        #expect(rig.clicks == [left, left] && rig.isAtRest)
    }

    @Test func aTapAndAFingerDragWithALock() {
        var rig = TrackpadRig()
        rig.tap(1)
        rig.wait(60)
        rig.down(0, 300, 300)
        for step in 1...10 { rig.move(0, 300 + Double(step) * 10, 300) }
        rig.up(0)
        rig.wait(200)
        #expect(rig.held == [left])
        // The finger comes back, and the drag goes on.
        rig.down(0, 300, 300)
        for step in 1...10 { rig.move(0, 300 + Double(step) * 10, 300) }
        rig.up(0)
        #expect(rig.held == [left])
        rig.wait(400)
        #expect(rig.clicks == [left] && rig.isAtRest)
        let moves = rig.taken().filter { if case .move = $0 { true } else { false } }
        #expect(moves.count == 18)
    }

    @Test func slowFingersArePreciseAndFastOnesReachFar() {
        func way(pixels: Double, every milliseconds: Int64) -> Double {
            var rig = TrackpadRig()
            rig.down(0, 0, 0)
            rig.move(0, 20, 0)
            _ = rig.taken()
            var x = 20.0
            while x < 220 {
                x += pixels
                rig.move(0, x, 0, after: milliseconds)
            }
            return rig.taken().reduce(0) { if case .move(let motion) = $1 { $0 + motion.dx } else { $0 } }
        }
        // 20 millimetres at 5 and at 250 a second: a pixel of the content for one of the panel, and six.
        #expect(abs(way(pixels: 1, every: 20) - 180) < 5)
        #expect(abs(way(pixels: 20, every: 8) - 1080) < 20)
    }

    @Test func twoFingersScrollWithTheContent() {
        var rig = TrackpadRig()
        rig.down(0, 300, 500)
        rig.down(1, 400, 500)
        for step in 1...10 {
            rig.move(0, 300, 500 - Double(step) * 10)
            rig.move(1, 400, 500 - Double(step) * 10)
        }
        rig.up(0)
        rig.up(1)
        let scrolled = rig.taken()
        #expect(scrolled.last == .scroll(PointerAxis(source: .finger, stopsX: true, stopsY: true)))
        let way = scrolled.reduce(0) { if case .scroll(let axis) = $1 { $0 + axis.dy } else { $0 } }
        #expect(way > 3 * 70 && way < 3 * 100)
        #expect(rig.clicks.isEmpty && rig.isAtRest)
    }

    @Test func fingersApartPinchAndThreeSwipe() {
        var rig = TrackpadRig()
        rig.down(0, 300, 300)
        rig.down(1, 400, 300)
        for step in 1...10 {
            rig.move(0, 300 - Double(step) * 10, 300)
            rig.move(1, 400 + Double(step) * 10, 300)
        }
        #expect(rig.gesture == .pinch)
        rig.up(0)
        rig.up(1)
        let steps = rig.taken()
        #expect(steps.last == .gesture(.end(isCancelled: false)))
        let scales = steps.compactMap { if case .gesture(.update(let movement)) = $0 { movement.scale } else { nil } }
        #expect(scales.last.map { $0 > 1.5 } == true && scales == scales.sorted())
        for finger in 0..<3 as Range<Int32> { rig.down(finger, 300 + 50 * Double(finger), 300) }
        for step in 1...10 {
            for finger in 0..<3 as Range<Int32> {
                rig.move(finger, 300 + 50 * Double(finger) + 10 * Double(step), 300)
            }
        }
        #expect(rig.gesture == .swipe)
        rig.cancel(0)
        rig.cancel(1)
        rig.cancel(2)
        #expect(rig.taken().last == .gesture(.end(isCancelled: true)))
    }

    @Test(arguments: Effort.seeds(sample: 60, torture: 3000)) func everythingEnds(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = TrackpadRig()
        var live: Set<Int32> = []
        for _ in 0..<500 {
            let finger = Int32.random(in: 0..<4, using: &random)
            let (x, y) = (Double.random(in: -50...1330, using: &random), Double.random(in: -50...850, using: &random))
            switch Int.random(in: 0..<7, using: &random) {
            case 0, 1:
                if live.insert(finger).inserted { rig.down(finger, x, y) }
            case 2, 3:
                if live.remove(finger) != nil { rig.up(finger) }
            case 4 where Int.random(in: 0..<8, using: &random) == 0:
                for other in live.sorted() { rig.cancel(other) }
                live = []
            case 5: rig.wait(Int64.random(in: 0...400, using: &random))
            default: rig.move(finger, x, y)
            }
        }
        for other in live.sorted() { rig.up(other) }
        rig.wait(1000)
        #expect(rig.isAtRest)
    }
}
