import Geometry
import Mirroring
import TestSupport
import Testing

/// Fingers that rest on the controller.
@Suite struct RouterPressTests {
    private let screen = DeviceID(1)

    private func rig() -> RouterRig {
        var rig = RouterRig(
            areas: [.view: OverlayArea(own: Region()), .press: OverlayArea(own: Region())], devices: [screen])
        rig.router.use(RestRule(microseconds: 350_000, density: 7))
        return rig
    }

    private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

    private func down(_ rig: RouterRig, _ slot: Int32, _ x: Double, _ y: Double, _ time: Int64 = 1) -> InputEvent {
        .touchDown(screen, slot: slot, rig.at(x, y), at(time))
    }

    @Test func aRestingFingerLeavesTheApplication() {
        var rig = rig()
        rig.route(down(rig, 0, 640, 400))
        rig.route(.touchMotion(screen, slot: 0, rig.at(650, 400), at(100)))
        #expect(rig.router.restDeadline == at(351))
        #expect(rig.router.timeUp(at: at(350)).isEmpty)
        #expect(
            rig.router.timeUp(at: at(351)) == [
                .deliver(.touchCancel, to: .content),
                .overlay(.press, .down(ContactID(0), .finger, Point(x: 650, y: 400), at(351))),
            ])
        #expect(rig.router.restDeadline == nil)
        // What comes down meanwhile belongs to it as well.
        #expect(
            rig.route(down(rig, 1, 20, 400, 360)) == [
                .overlay(.press, .down(ContactID(1), .finger, Point(x: 20, y: 400), at(360)))
            ])
        #expect(rig.route(.touchUp(screen, slot: 0, at(400))) == [.overlay(.press, .up(ContactID(0), at(400)))])
    }

    @Test func aFingerThatMovesIsTheApplications() {
        var rig = rig()
        rig.route(down(rig, 0, 640, 400))
        rig.route(.touchMotion(screen, slot: 0, rig.at(662, 400), at(100)))
        #expect(rig.router.restDeadline == nil)
        #expect(rig.router.timeUp(at: at(900)).isEmpty)
        #expect(rig.content(.touchUp(screen, slot: 0, at(900))) == [.touchUp(ContactID(0), at(900))])
    }

    @Test func whatEndsATouchEndsTheWaiting() {
        let ends: [(inout RouterRig, DeviceID) -> Void] = [
            { rig, screen in rig.route(.touchUp(screen, slot: 0, Timestamp(microseconds: 9000))) },
            { rig, screen in rig.route(.touchCancel(screen, slot: 0, Timestamp(microseconds: 9000))) },
            { rig, screen in
                rig.route(.touchDown(screen, slot: 1, rig.at(700, 400), Timestamp(microseconds: 9000)))
            },
            { rig, screen in rig.route(.deviceRemoved(screen)) },
            { rig, _ in _ = rig.router.cancelAll(at: Timestamp(microseconds: 9000)) },
            { rig, _ in _ = rig.router.use(.view, .view, at: Timestamp(microseconds: 9000)) },
            { rig, _ in rig.router.use(nil) },
        ]
        for end in ends {
            var rig = rig()
            rig.route(down(rig, 0, 640, 400))
            end(&rig, screen)
            #expect(rig.router.timeUp(at: at(900)).isEmpty)
        }
    }

    @Test func onlyAFingerOnTheControllerRests() {
        var bars = rig()
        bars.route(down(bars, 0, 640, 10))
        #expect(bars.router.restDeadline == nil)
        var alone = RouterRig(.content, areas: [.press: OverlayArea(own: Region())], devices: [screen])
        alone.router.use(RestRule(microseconds: 350_000, density: 7))
        alone.route(down(alone, 0, 640, 400))
        #expect(alone.router.restDeadline == nil)
        var external = rig()
        external.add(DeviceID(2), output: "external")
        external.route(.touchDown(DeviceID(2), slot: 0, external.at(640, 400), at(1)))
        #expect(external.router.restDeadline == nil)
    }

    @Test func tapsAndClicksAreWhole() {
        var rig = rig()
        let point = Point<ContentSpace>(x: 100, y: 200)
        #expect(
            rig.router.tap(at: point, at(5)).to(.content) == [
                .touchDown(ContactID(0), point, at(5)), .touchFrame, .touchUp(ContactID(0), at(5)), .touchFrame,
            ])
        #expect(
            rig.router.rightClick(at: point, at(6)).to(.content) == [
                .pointerMotion(point, relative: nil, at(6)), .pointerFrame,
                .pointerButton(0x111, pressed: true, at(6)), .pointerFrame,
                .pointerButton(0x111, pressed: false, at(6)), .pointerFrame,
            ])
    }

    @Test func aFingerGivenBackGoesOn() {
        var rig = rig()
        rig.route(down(rig, 0, 640, 400))
        _ = rig.router.timeUp(at: at(351))
        let actions = rig.router.giveBack(from: Point(x: 640, y: 400), to: Point(x: 700, y: 400), at(400))
        #expect(
            actions == [
                .overlay(.press, .cancel(ContactID(0))),
                .deliver(.touchDown(ContactID(0), Point(x: 1920, y: 1080), at(400)), to: .content),
                .deliver(.touchFrame, to: .content),
                .deliver(.touchMotion(ContactID(0), Point(x: 2100, y: 1080), at(400)), to: .content),
                .deliver(.touchFrame, to: .content),
            ])
        #expect(rig.content(.touchUp(screen, slot: 0, at(410))) == [.touchUp(ContactID(0), at(410))])
    }

    @Test(arguments: Effort.seeds(sample: 40, torture: 2000)) func everyDownEndsOnce(seed: UInt64) {
        var life = PressLife(rig(), screen, seed: seed)
        for _ in 0..<500 { life.act() }
        life.end()
        #expect(life.live.isEmpty)
        #expect(life.rests > 0, "no finger rested")
    }
}

/// Random fingers, and who has them.
private struct PressLife {
    private var rig: RouterRig
    private var random: SplitMix64
    private let screen: DeviceID
    private var time = Timestamp(microseconds: 0)
    private var slots: Set<Int32> = []
    private(set) var live: Set<String> = []
    private(set) var rests = 0

    init(_ rig: RouterRig, _ screen: DeviceID, seed: UInt64) {
        (self.rig, self.screen) = (rig, screen)
        random = SplitMix64(seed: seed)
    }

    mutating func act() {
        let slot = Int32.random(in: 0..<2, using: &random)
        let place = rig.at(
            .random(in: 600...620, using: &random), .random(in: random.chance(20) ? 0...30 : 400...410, using: &random))
        time = time.adding(microseconds: .random(in: 0...200_000, using: &random))
        if let due = rig.router.restDeadline, due <= time {
            take(rig.router.timeUp(at: time))
            rests += 1
        }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5: if slots.insert(slot).inserted { take(rig.route(.touchDown(screen, slot: slot, place, time))) }
        case 5..<12: if slots.contains(slot) { take(rig.route(.touchMotion(screen, slot: slot, place, time))) }
        case 12..<15: if slots.remove(slot) != nil { take(rig.route(.touchUp(screen, slot: slot, time))) }
        case 15: if slots.remove(slot) != nil { take(rig.route(.touchCancel(screen, slot: slot, time))) }
        case 16:
            let point = Point<PanelSpace>(x: 610, y: 400)
            take(rig.router.giveBack(from: point, to: point, time))
        case 17: take(rig.router.tap(at: Point(x: 5, y: 5), time))
        case 18: take(rig.router.rightClick(at: Point(x: 5, y: 5), time))
        default: if random.chance(20) { take(rig.router.cancelAll(at: time)) }
        }
    }

    mutating func end() {
        take(rig.router.cancelAll(at: time))
    }

    private mutating func take(_ actions: [InputAction]) {
        for action in actions {
            switch action {
            case .deliver(.touchDown(let id, _, _), to: .content): begin("content \(id.number)")
            case .deliver(.touchUp(let id, _), to: .content): finish("content \(id.number)")
            case .deliver(.touchMotion(let id, _, _), to: .content): #expect(live.contains("content \(id.number)"))
            case .deliver(.touchCancel, to: .content): live = live.filter { !$0.hasPrefix("content") }
            case .deliver(.pointerButton(_, let pressed, _), to: .content):
                if pressed { begin("button") } else { finish("button") }
            case .overlay(let id, .down(let contact, _, _, _)): begin("\(id) \(contact.number)")
            case .overlay(let id, .up(let contact, _)), .overlay(let id, .cancel(let contact)):
                finish("\(id) \(contact.number)")
            case .overlay(let id, .motion(let contact, _, _)): #expect(live.contains("\(id) \(contact.number)"))
            default: break
            }
        }
    }

    private mutating func begin(_ contact: String) {
        #expect(live.insert(contact).inserted, "\(contact) is down twice")
    }

    private mutating func finish(_ contact: String) {
        #expect(live.remove(contact) != nil, "\(contact) ends without a beginning")
    }
}
