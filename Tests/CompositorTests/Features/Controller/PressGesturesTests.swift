import Geometry
import TestSupport
import Testing

@testable import Compositor
@testable import Mirroring

@Suite struct PressGesturesTests {
    private let middle = Point<PanelSpace>(x: 500, y: 300)

    @Test func liftingTapsAtTheSpot() {
        var rig = PressRig(.loupe)
        rig.down(0, middle)
        rig.move(0, Point(x: 540, y: 300))
        rig.up(0)
        #expect(rig.outcomes == [.tap(Point(x: 510, y: 300))] && !rig.isShown)
    }

    @Test func anotherFingersTapIsARightClick() {
        var rig = PressRig(.loupe)
        rig.down(0, middle)
        rig.move(0, Point(x: 540, y: 300))
        rig.down(1, Point(x: 800, y: 300))
        rig.wait(100)
        rig.up(1)
        #expect(rig.outcomes == [.rightClick(Point(x: 510, y: 300))] && !rig.isShown)
        rig.up(0)
        #expect(rig.outcomes.count == 1)
    }

    @Test(arguments: [LongPress.loupe, .rightClick], [Int32(0), 1])
    func twoFingersOfWhichOneMovesZoom(kind: LongPress, moving: Int32) {
        var rig = PressRig(kind)
        let other = Point<PanelSpace>(x: 700, y: 300)
        rig.down(0, middle)
        rig.down(1, other)
        rig.wait(500)
        let starts = [middle, other]
        let (start, end) = (starts[Int(moving)], starts[Int(moving)].offset(x: 0, y: 30))
        rig.move(moving, start.offset(x: 0, y: 15))
        #expect(rig.outcomes.isEmpty && rig.isShown, "at rest as far as a hand can")
        rig.move(moving, end)
        let fingers = [0, 1].map {
            PressingFinger(id: ContactID($0), start: starts[Int($0)], point: $0 == moving ? end : starts[Int($0)])
        }
        #expect(rig.outcomes == [.zoom(fingers)] && !rig.isShown)
        rig.cancel(0)
        rig.cancel(1)
        rig.down(0, middle)
        #expect(rig.isShown)
    }

    @Test func anotherFingerThatStaysOrMovesCancelsWhereTwoFingersAreTheApplications() {
        for moves in [true, false] {
            var rig = PressRig(.loupe, zooms: false)
            rig.down(0, middle)
            rig.down(1, Point(x: 800, y: 300))
            if moves { rig.move(1, Point(x: 900, y: 300)) } else { rig.wait(400) }
            rig.up(1)
            rig.move(0, Point(x: 600, y: 300))
            rig.up(0)
            #expect(rig.outcomes.isEmpty && !rig.isShown)
        }
    }

    @Test func besideTheSnapshotItIsCancelled() {
        var rig = PressRig(.loupe)
        rig.down(0, middle)
        rig.move(0, Point(x: 500, y: 6))
        #expect(rig.isShown)
        rig.move(0, Point(x: 500, y: -20))
        #expect(!rig.isShown)
        rig.move(0, middle)
        rig.up(0)
        #expect(rig.outcomes.isEmpty && !rig.isShown)
    }

    @Test func aRingIsARightClickOrTheApplicationsDrag() {
        var rig = PressRig(.rightClick)
        rig.down(0, middle)
        rig.move(0, Point(x: 505, y: 300))
        rig.up(0)
        #expect(rig.outcomes == [.rightClick(middle)])
        rig.down(0, middle)
        rig.move(0, Point(x: 540, y: 300))
        #expect(!rig.isShown && rig.outcomes.last == .giveBack(from: middle, to: Point(x: 540, y: 300)))
        rig.cancel(0)
        rig.down(0, middle)
        rig.down(1, middle)
        rig.up(0)
        rig.up(1)
        #expect(!rig.isShown && rig.outcomes.count == 2)
    }

    @Test(arguments: Effort.seeds(sample: 60, torture: 3000)) func everySeriesEndsOnce(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = PressRig(seed % 3 == 0 ? .rightClick : .loupe)
        var live: Set<Int32> = []
        for _ in 0..<400 {
            let finger = Int32.random(in: 0..<3, using: &random)
            let isWild = random.chance(10)
            let point = Point<PanelSpace>(
                x: isWild ? .random(in: -90...1100, using: &random) : .random(in: 480...520, using: &random),
                y: isWild ? .random(in: -90...700, using: &random) : .random(in: 280...320, using: &random))
            switch Int.random(in: 0..<7, using: &random) {
            case 0, 1: if live.insert(finger).inserted { rig.down(finger, point) }
            case 2: if live.remove(finger) != nil { rig.up(finger) }
            case 3:
                if random.chance(30) {
                    for other in live.sorted() { rig.cancel(other) }
                    live = []
                }
            case 4: rig.wait(.random(in: 0...400, using: &random))
            default: rig.move(finger, point)
            }
            if live.isEmpty { #expect(!rig.isShown, "nobody aims") }
        }
        #expect(rig.shows == rig.ends + (rig.isShown ? 1 : 0))
        #expect(rig.outcomes.count <= rig.ends && !rig.outcomes.isEmpty)
    }
}

private struct PressRig {
    private var gestures: PressGestures
    private var time = Timestamp(microseconds: 1_000_000)
    private let visible = Rect<PanelSpace>(x: 0, y: 12, width: 1024, height: 576)
    private(set) var isShown = false
    private(set) var shows = 0
    private(set) var ends = 0
    private(set) var outcomes: [PressStep] = []

    init(_ kind: LongPress, zooms: Bool = true) {
        gestures = PressGestures(kind, density: 6.67, zooms: zooms)
    }

    mutating func down(_ finger: Int32, _ point: Point<PanelSpace>) {
        take(.down(ContactID(finger), .finger, point, time))
    }

    mutating func move(_ finger: Int32, _ point: Point<PanelSpace>) {
        wait(8)
        take(.motion(ContactID(finger), point, time))
    }

    mutating func up(_ finger: Int32) { take(.up(ContactID(finger), time)) }
    mutating func cancel(_ finger: Int32) { take(.cancel(ContactID(finger))) }
    mutating func wait(_ milliseconds: Int64) { time = time.adding(microseconds: milliseconds * 1000) }

    private mutating func take(_ input: OverlayInput) {
        let steps = gestures.take(input, visible: visible)
        for (index, step) in steps.enumerated() {
            switch step {
            case .aim(let aim):
                if !isShown { shows += 1 }
                isShown = true
                #expect(visible.contains(aim.spot))
            case .end:
                #expect(isShown, "what is not shown ends")
                isShown = false
                ends += 1
            case .tap, .rightClick, .giveBack, .zoom:
                #expect(index > 0 && steps[index - 1] == .end, "only what has ended has a result")
                outcomes.append(step)
            }
        }
    }
}
