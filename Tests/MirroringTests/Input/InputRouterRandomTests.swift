import Geometry
import Mirroring
import TestSupport
import Testing

/// Random devices under random topologies; `ContentChecker` judges every event that comes out.
@Suite struct InputRouterRandomTests {
    @Test func everyDownPressAndEntryIsMatched() {
        var downs = 0
        var strokes = 0
        for seed in UInt64(0)..<150 {
            let checker = live(seed: seed)
            downs += checker.downs
            strokes += checker.strokes
        }
        #expect(downs > 1200 && strokes > 40, "the lives were too dull to show anything: \(downs), \(strokes)")
    }

    /// One random life, as the content has seen it.
    private func live(seed: UInt64) -> ContentChecker {
        var random = SplitMix64(seed: seed)
        var router = InputRouter(rules: [DeviceRule(name: "device 2", output: "external")])
        var checker = ContentChecker(context: "seed \(seed)")
        for step in 0..<200 {
            let time = Timestamp(microseconds: Int64(step))
            if step == 0 || random.chance(4) {
                changeTopology(&router, &checker, at: time, &random)
            } else if random.chance(5) {
                router.pointerHeld(at: Point(x: coordinate(&random) * 5000, y: coordinate(&random) * 5000))
            } else {
                checker.check(router.route(event(at: time, &random)))
            }
            compare(router, checker)
        }
        for device in 0..<4 { checker.check(router.route(.deviceRemoved(DeviceID(device)))) }
        #expect(checker.holdsNothing, "seed \(seed): something is held though every device is gone")
        #expect(checker.downs == checker.ends, "seed \(seed)")
        return checker
    }

    private func compare(_ router: InputRouter, _ checker: ContentChecker) {
        let live = Dictionary(uniqueKeysWithValues: router.liveContacts.map { ($0.id, $0.position) })
        #expect(live == checker.contacts)
        #expect((router.pointerPosition != nil) == checker.isPointerInside)
    }

    private func changeTopology(
        _ router: inout InputRouter, _ checker: inout ContentChecker, at time: Timestamp, _ random: inout SplitMix64
    ) {
        checker.check(router.cancelAll(at: time))
        #expect(checker.holdsNothing)
        let geometry = geometry(&random)
        let actions = router.update(geometry, at: time)
        // A leave still belongs to the old screen; everything else to the new one.
        checker.size = geometry.contentSize
        checker.check(actions)
    }

    private func geometry(_ random: inout SplitMix64) -> InputGeometry {
        func enabled(_ name: String) -> EnabledOutput {
            let mode = Displays.mode(
                Int.random(in: 1...4000, using: &random), Int.random(in: 1...4000, using: &random))
            return EnabledOutput(
                description: Displays.connected(name), mode: mode,
                transform: Transform.allCases.randomElement(using: &random) ?? .normal)
        }
        return switch Int.random(in: 0..<5, using: &random) {
        case 0: .parked
        case 1: InputGeometry(.onPanel(enabled("DSI-1")))
        default: InputGeometry(.onExternal(enabled("HDMI-A-1"), controlledFrom: enabled("DSI-1")))
        }
    }

    private func event(at time: Timestamp, _ random: inout SplitMix64) -> InputEvent {
        let device = DeviceID(Int.random(in: 0..<4, using: &random))
        let slot = Int32.random(in: 0..<3, using: &random)
        let code = UInt32([29, 56, 59, 30][Int.random(in: 0..<4, using: &random)])
        let isPressed = random.chance(50)
        return switch Int.random(in: 0..<30, using: &random) {
        case 0: .deviceAdded(description(device, &random))
        case 1: .deviceRemoved(device)
        case 2...5: .touchDown(device, slot: slot, position(&random), time)
        case 6...8: .touchMotion(device, slot: slot, position(&random), time)
        case 9, 10: .touchUp(device, slot: slot, time)
        case 11: .touchCancel(device, slot: slot, time)
        case 12: .touchFrame(device, time)
        case 13: .pointerMotion(device, motion(&random), time)
        case 14, 15: .pointerPosition(device, position(&random), time)
        case 16, 17: .pointerButton(device, button: code, pressed: isPressed, time)
        case 28, 29: .deviceAdded(description(device, &random))
        case 21...26: .tool(device, tool(&random), time)
        case 19, 20: .pointerGesture(device, gesture(&random), time)
        case 18: .pointerAxis(device, PointerAxis(source: .finger, dx: coordinate(&random)), time)
        default: .key(device, code: code, pressed: isPressed, time)
        }
    }

    private func description(_ device: DeviceID, _ random: inout SplitMix64) -> DeviceDescription {
        let outputs = [nil, "panel", "external", "HDMI-A-1", "nothing"]
        let capabilities: [Set<DeviceCapability>] = [[.pointer], [.touch], [.tablet], [.tablet, .pointer]]
        return DeviceDescription(
            id: device, name: "device \(device.number)", capabilities: capabilities.randomElement(using: &random) ?? [],
            output: outputs[Int.random(in: 0..<5, using: &random)])
    }

    private func gesture(_ random: inout SplitMix64) -> PointerGesture {
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1:
            .begin(
                PointerGesture.Kind.allCases.randomElement(using: &random) ?? .hold, fingers: random.chance(90) ? 3 : 0)
        case 2: .update(GestureMovement(dx: coordinate(&random), dy: 0, scale: coordinate(&random)))
        default: .end(isCancelled: random.chance(50))
        }
    }

    private func tool(_ random: inout SplitMix64) -> ToolEvent {
        let axes = ToolAxes(pressure: coordinate(&random), tiltX: coordinate(&random) * 100)
        return switch Int.random(in: 0..<12, using: &random) {
        case 0...2: .near(TabletTool(kind: .pen, serial: 7), position(&random), axes)
        case 3...5: .motion(position(&random), axes)
        case 6...8: .down(position(&random), axes)
        case 9: .up
        case 10: .button(331, pressed: random.chance(60))
        default: .away
        }
    }

    private func motion(_ random: inout SplitMix64) -> RelativeMotion {
        let (dx, dy) = (coordinate(&random) * 100, coordinate(&random) * 100)
        return RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy)
    }

    private func position(_ random: inout SplitMix64) -> DevicePosition {
        DevicePosition(x: coordinate(&random), y: coordinate(&random))
    }

    /// Mostly on the sensor, sometimes past its edges, at times nonsense.
    private func coordinate(_ random: inout SplitMix64) -> Double {
        switch Int.random(in: 0..<30, using: &random) {
        case 0: .nan
        case 1: .infinity
        case 2: 0
        case 3: 1
        case 4: -1e300
        default: Double.random(in: -0.2...1.2, using: &random)
        }
    }
}
