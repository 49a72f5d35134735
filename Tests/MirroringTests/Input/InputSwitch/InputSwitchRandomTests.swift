import Geometry
import Mirroring
import TestSupport
import Testing

/// Random devices over random overlays and grounds; `SwitchRig` judges all that comes of it.
@Suite struct InputSwitchRandomTests {
    @Test func everyDownEndsOnceWhereItBegan() {
        var downs = 0
        for seed in UInt64(0)..<250 { downs += live(seed: seed) }
        #expect(downs > 3000, "the lives were too dull to show anything")
    }

    private func live(seed: UInt64) -> Int {
        var life = SwitchLife(random: SplitMix64(seed: seed), rig: SwitchRig(context: "seed \(seed)"))
        for step in 0..<200 { life.act(step) }
        for device in 0..<4 { life.rig.route(.deviceRemoved(DeviceID(device))) }
        #expect(life.rig.holdsNothing, "seed \(seed): something is held though every device is gone")
        for (id, overlay) in life.rig.overlays { #expect(overlay.downs == overlay.ends, "seed \(seed), \(id)") }
        return life.rig.downs
    }
}

private struct SwitchLife {
    var random: SplitMix64
    var rig: SwitchRig
    private var ground = InputGround()

    init(random: SplitMix64, rig: SwitchRig) {
        self.random = random
        self.rig = rig
    }

    mutating func act(_ step: Int) {
        let time = Timestamp(microseconds: Int64(step))
        switch number(0..<20) {
        case 0 where step > 0: changeBase(at: time)
        case 1, 2: changeAreas(at: time)
        case 3: rig.holdsPointer = number(0..<4) == 0
        default:
            if step == 0 { changeBase(at: time) }
            rig.route(event(at: time))
        }
    }

    private mutating func changeBase(at time: Timestamp) {
        let panel = enabled("DSI-1", 320, 200)
        switch number(0..<6) {
        case 0: (ground.geometry, ground.base) = (.parked, nil)
        case 1, 2:
            ground.geometry = InputGeometry(.onPanel(panel))
            ground.base = number(0..<2) == 0 ? .content : .application
        default:
            ground.geometry = InputGeometry(.onExternal(enabled("HDMI-A-1", 640, 480), controlledFrom: panel))
            ground.base = number(0..<2) == 0 ? .controller : .application
        }
        rig.update(ground, at: time)
    }

    private mutating func changeAreas(at time: Timestamp) {
        for id in OverlayID.allCases {
            let place = Rect<PanelSpace>(x: number(-60..<300), y: number(-60..<180), width: 150, height: 90)
            ground.areas[id] =
                switch number(0..<4) {
                case 0: nil
                case 1:
                    OverlayArea(
                        own: Region(place).subtracting(
                            Region(Rect(x: place.x + 10, y: place.y, width: 99, height: 90))),
                        forwarded: Region(Rect(x: place.x + 10, y: place.y, width: 99, height: 90)), place: place)
                default: OverlayArea(own: Region(place))
                }
        }
        rig.update(ground, at: time)
    }

    private mutating func event(at time: Timestamp) -> InputEvent {
        let device = DeviceID(number(0..<4))
        let slot = Int32(number(0..<3))
        let code = UInt32([29, 56, 59, 272][number(0..<4)])
        let isPressed = number(0..<2) == 0
        let place = DevicePosition(x: coordinate(), y: coordinate())
        return switch number(0..<27) {
        case 0:
            .deviceAdded(
                DeviceDescription(
                    id: device, name: "device \(device.number)", capabilities: [.pointer, .touch, .tablet],
                    output: [nil, nil, "panel", "HDMI-A-1"][number(0..<4)]))
        case 1: .deviceRemoved(device)
        case 2...5: .touchDown(device, slot: slot, place, time)
        case 6...8: .touchMotion(device, slot: slot, place, time)
        case 9, 10: .touchUp(device, slot: slot, time)
        case 11: number(0..<3) == 0 ? .touchCancel(device, slot: slot, time) : .touchFrame(device, time)
        case 12...14: .pointerMotion(device, motion(), time)
        case 15, 16: .pointerPosition(device, place, time)
        case 17, 18: .pointerButton(device, button: code, pressed: isPressed, time)
        case 19: .pointerAxis(device, PointerAxis(source: .finger, dx: coordinate()), time)
        case 20: .pointerGesture(device, isPressed ? .begin(.swipe, fingers: 3) : .end(isCancelled: false), time)
        case 21: .key(device, code: code, pressed: isPressed, time)
        default: .tool(device, tool(place), time)
        }
    }

    private mutating func tool(_ place: DevicePosition) -> ToolEvent {
        switch number(0..<9) {
        case 0, 1: .near(TabletTool(kind: .pen), place, ToolAxes())
        case 2...4: .motion(place, ToolAxes(pressure: coordinate()))
        case 5: .down(place, ToolAxes())
        case 6: .up
        case 7: .button(331, pressed: number(0..<2) == 0)
        default: .away
        }
    }

    private mutating func motion() -> RelativeMotion {
        let (dx, dy) = (coordinate() * 200 - 100, coordinate() * 200 - 100)
        return RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy)
    }

    /// Mostly on the sensor, at times nonsense.
    private mutating func coordinate() -> Double {
        switch number(0..<40) {
        case 0: .nan
        case 1: .infinity
        case 2: -1e300
        case 3: 2
        default: Double.random(in: 0...1, using: &random)
        }
    }

    private func enabled(_ name: String, _ width: Int, _ height: Int) -> EnabledOutput {
        EnabledOutput(
            description: Displays.connected(name), mode: Displays.mode(width, height), transform: .normal)
    }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
}
