import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// Random devices over random screens, applications, overlays and what else covers them; `InputRig` judges all that comes
/// of it.
@Suite struct InputRandomTests {
    @Test(arguments: 0..<8)
    func everyDownEndsOnceWhereItBegan(block: Int) {
        var (downs, strokes, covered) = (0, 0, 0)
        for seed in UInt64(block * 12)..<UInt64(block * 12 + 12) {
            let rig = live(seed: seed)
            downs += rig.downs
            strokes += rig.strokes
            covered += rig.coveredEvents
        }
        #expect(downs > 100 && strokes > 2, "the lives were too dull to show anything: \(downs), \(strokes)")
        #expect(covered > 100, "little was covered: \(covered)")
    }

    private func live(seed: UInt64) -> InputRig {
        var life = InputLife(seed: seed)
        for device in 0..<4 { life.add(DeviceID(device)) }
        for _ in 0..<320 { life.act() }
        for device in 0..<4 { life.rig.route(.deviceRemoved(DeviceID(device))) }
        #expect(life.rig.holdsNothing, "seed \(seed): something is held though every device is gone")
        #expect(life.rig.downs == life.rig.ends, "seed \(seed)")
        return life.rig
    }
}

private struct InputLife {
    let rig: InputRig
    private var random: SplitMix64
    private let displays: [OutputDescription]
    private var isSuspended = false

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func length() -> Int { Int.random(in: 1...300, using: &random) }
        displays = [
            Bench.panel(length(), length()), Bench.external(length(), length()),
            Bench.output("DP-1", .displayPort, length(), length()),
        ]
        var configuration = Configuration()
        configuration.devices = [DeviceRule(name: "device 3", output: "external")]
        configuration.panel.transform = Transform.allCases.randomElement(using: &random) ?? .normal
        configuration.external.transform = Transform.allCases.randomElement(using: &random) ?? .normal
        self.random = random
        rig = InputRig(configuration: configuration, outputs: [displays[0]], context: "seed \(seed)")
    }

    mutating func add(_ device: DeviceID) {
        rig.route(.deviceAdded(description(device)))
    }

    mutating func act() {
        switch number(0..<64) {
        case 0: connect()
        case 1: changeForeground()
        case 2 where isSuspended || number(0..<2) == 0: suspend()
        case 3, 60: blank()
        case 61: lock()
        case 62: turn()
        case 63: freeze()
        case 4...6: changeOverlay()
        case 7: rig.holdPointer(number(0..<4) == 0)
        case 8: movePointer()
        default: rig.route(event())
        }
        rig.bench.loop.advance(microseconds: 1000)
    }

    private mutating func connect() {
        let connected = displays.filter { _ in number(0..<5) > 0 }
        rig.change { $0.connect(connected) }
    }

    private mutating func changeForeground() {
        let choice: PanelForeground.Choice = number(0..<2) == 0 ? .application : .content
        rig.change { _ = $0.compositor.foreground.show(choice) }
    }

    /// Another virtual terminal, and back.
    private mutating func suspend() {
        if !isSuspended { rig.change { $0.display.pause() } }
        if isSuspended || number(0..<4) > 0 {
            rig.change { $0.compositor.displaysResumed() }
            isSuspended = false
        } else {
            isSuspended = true
        }
    }

    private mutating func blank() {
        let extent: BlankExtent? = [.all, .all, .external, nil, nil][number(0..<5)]
        let (id, isAlone, isBlank) = (displays[number(0..<2)].id, number(0..<3) == 0, number(0..<2) == 0)
        rig.change { bench in
            guard isAlone else { return bench.compositor.blanking.blank(extent) }
            _ = bench.compositor.blanking.blank(id, isBlank)
        }
    }

    /// A locker, and its end.
    private mutating func lock() {
        let isLocked = number(0..<3) == 0
        rig.change { $0.content.observer?.contentLocked(isLocked) }
    }

    /// A tool turns a display off or on.
    private mutating func turn() {
        let (id, isOn) = (displays[number(0..<2)].id, number(0..<3) > 0)
        rig.change { _ = $0.compositor.blanking.setPower(of: id, isOn: isOn) }
    }

    private mutating func freeze() {
        let isFrozen = number(0..<2) == 0
        rig.change { if isFrozen { _ = $0.compositor.freezer.freeze() } else { $0.compositor.freezer.thaw() } }
    }

    private mutating func changeOverlay() {
        let place = Rect<PanelSpace>(x: number(-60..<300), y: number(-60..<180), width: 150, height: 90)
        let inner = Region<PanelSpace>(Rect(x: place.x + 10, y: place.y, width: 99, height: 90))
        let id: OverlayID = number(0..<2) == 0 ? .statusBar : .restart
        if id == .restart { rig.isPanelTaken = false }
        switch number(0..<6) {
        case 0: rig.setOverlay(id, nil)
        case 5 where id == .restart:
            rig.setOverlay(id, OverlayArea(own: Region(Rect(x: 0, y: 0, width: 400, height: 400)), isModal: true))
            rig.isPanelTaken = true
        case 4: rig.setOverlay(id, OverlayArea(own: Region(place), isModal: true))
        case 1:
            rig.setOverlay(
                id, OverlayArea(own: Region(place).subtracting(inner), forwarded: inner, place: place))
        default: rig.setOverlay(id, OverlayArea(own: Region(place)))
        }
    }

    /// A client that has locked the pointer puts it somewhere.
    private mutating func movePointer() {
        let point = Point<ContentSpace>(x: coordinate() * 500, y: coordinate() * 500)
        rig.change { $0.content.observer?.contentHeldPointer(at: point) }
    }

    private mutating func event() -> InputEvent {
        let device = DeviceID(number(0..<4))
        let slot = Int32(number(0..<3))
        let code = UInt32([29, 56, 59, 30, 125, 25][number(0..<6)])
        let isPressed = number(0..<2) == 0
        let place = DevicePosition(x: coordinate(), y: coordinate())
        let time = rig.bench.loop.now
        return switch number(0..<32) {
        case 0...2: .deviceAdded(description(device))
        case 3: .deviceRemoved(device)
        case 4...7: .touchDown(device, slot: slot, place, time)
        case 8...10: .touchMotion(device, slot: slot, place, time)
        case 11, 12: .touchUp(device, slot: slot, time)
        case 13: number(0..<3) == 0 ? .touchCancel(device, slot: slot, time) : .touchFrame(device, time)
        case 14...16: .pointerMotion(device, motion(), time)
        case 17, 18: .pointerPosition(device, place, time)
        case 19, 20: .pointerButton(device, button: code, pressed: isPressed, time)
        case 21: .pointerAxis(device, PointerAxis(source: .finger, dx: coordinate()), time)
        case 22, 23: .pointerGesture(device, gesture(), time)
        case 24: .key(device, code: code, pressed: isPressed, time)
        default: .tool(device, tool(place), time)
        }
    }

    private mutating func description(_ device: DeviceID) -> DeviceDescription {
        let capabilities: [Set<DeviceCapability>] = [
            [.pointer], [.tablet], [.pointer, .tablet], [.pointer, .touch, .tablet],
        ]
        return DeviceDescription(
            id: device, name: "device \(device.number)", capabilities: capabilities[number(0..<4)],
            output: [nil, nil, "panel", "HDMI-A-1", "nothing"][number(0..<5)])
    }

    private mutating func gesture() -> PointerGesture {
        switch number(0..<4) {
        case 0, 1: .begin(PointerGesture.Kind.allCases[number(0..<3)], fingers: number(0..<10) > 0 ? 3 : 0)
        case 2: .update(GestureMovement(dx: coordinate(), dy: 0, scale: coordinate()))
        default: .end(isCancelled: number(0..<2) == 0)
        }
    }

    private mutating func tool(_ place: DevicePosition) -> ToolEvent {
        let axes = ToolAxes(pressure: coordinate(), tiltX: coordinate() * 100)
        return switch number(0..<12) {
        case 0...2: .near(TabletTool(kind: .pen, serial: 7), place, axes)
        case 3...5: .motion(place, axes)
        case 6...8: .down(place, axes)
        case 9: .up
        case 10: .button(331, pressed: number(0..<5) > 1)
        default: .away
        }
    }

    private mutating func motion() -> RelativeMotion {
        let (dx, dy) = (coordinate() * 200 - 100, coordinate() * 200 - 100)
        return RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy)
    }

    /// Mostly on the sensor, sometimes past its edges, at times nonsense.
    private mutating func coordinate() -> Double {
        switch number(0..<40) {
        case 0: .nan
        case 1: .infinity
        case 2: 0
        case 3: 1
        case 4: -1e300
        default: Double.random(in: -0.1...1.1, using: &random)
        }
    }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
}
