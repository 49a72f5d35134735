import Mirroring
import Testing

@testable import Control

@Suite struct RecordedInputTests {
    static let device = DeviceID(3)
    static let time = Timestamp(microseconds: 77)
    static let events: [InputEvent] = [
        .deviceAdded(
            DeviceDescription(id: device, name: "Panel", capabilities: [.touch, .pointer], output: "panel")),
        .deviceAdded(
            DeviceDescription(
                id: device, name: "Glass", capabilities: [.touch],
                sensor: DeviceSensor(
                    bus: .usb, isFixed: true, size: PhysicalSize(width: 527, height: 296), vendor: 0x2149,
                    group: "3/2149",
                    isDirect: true))),
        .deviceRemoved(device),
        .touchDown(device, slot: 1, DevicePosition(x: 0.25, y: 1), time),
        .touchMotion(device, slot: 1, DevicePosition(x: 0, y: 0.5), time),
        .touchUp(device, slot: 1, time),
        .touchCancel(device, slot: 1, time),
        .touchFrame(device, time),
        .pointerMotion(device, RelativeMotion(dx: 1, dy: -2, unacceleratedDX: 3, unacceleratedDY: 4), time),
        .pointerPosition(device, DevicePosition(x: 0.5, y: 0.5), time),
        .pointerButton(device, button: 272, pressed: true, time),
        .pointerAxis(device, PointerAxis(source: .wheel, dy: 15, clicks120Y: 120), time),
        .pointerGesture(device, .begin(.pinch, fingers: 2), time),
        .pointerGesture(device, .update(GestureMovement(dx: 1, dy: 2, scale: 0.5, rotation: -3)), time),
        .pointerGesture(device, .end(isCancelled: false), time),
        .pointerGesture(device, .end(isCancelled: true), time),
        .tool(
            device,
            .near(
                TabletTool(kind: .eraser, serial: .max, hardwareID: 2, capabilities: [.tilt]),
                DevicePosition(x: 0.5, y: 1), ToolAxes(tiltX: -30)), time),
        .tool(device, .motion(DevicePosition(x: 0.5, y: 1), ToolAxes(distance: 0.5)), time),
        .tool(device, .down(DevicePosition(x: 0.5, y: 1), ToolAxes(pressure: 0.5)), time),
        .tool(device, .up, time),
        .tool(device, .button(331, pressed: true), time),
        .tool(device, .away, time),
        .key(device, code: 30, pressed: false, time),
        .lid(device, isClosed: true, time),
    ]

    /// A line for each of them, as recordings have them.
    static let lines = """
        {"capabilities":["pointer","touch"],"device":3,"name":"Panel","output":"panel","time_us":77,"type":"device-added"}
        {"capabilities":["touch"],"device":3,"name":"Glass","sensor":{"bus":"usb","direct":true,"fixed":true,"group":"3/2149","size_mm":{"height":296,"width":527},"vendor":8521},"time_us":77,"type":"device-added"}
        {"device":3,"time_us":77,"type":"device-removed"}
        {"device":3,"slot":1,"time_us":77,"type":"touch-down","x":0.25,"y":1}
        {"device":3,"slot":1,"time_us":77,"type":"touch-motion","x":0,"y":0.5}
        {"device":3,"slot":1,"time_us":77,"type":"touch-up"}
        {"device":3,"slot":1,"time_us":77,"type":"touch-cancel"}
        {"device":3,"time_us":77,"type":"touch-frame"}
        {"device":3,"motion":{"dx":1,"dy":-2,"unacceleratedDX":3,"unacceleratedDY":4},"time_us":77,"type":"pointer-motion"}
        {"device":3,"time_us":77,"type":"pointer-position","x":0.5,"y":0.5}
        {"button":272,"device":3,"pressed":true,"time_us":77,"type":"pointer-button"}
        {"axis":{"clicks120X":0,"clicks120Y":120,"dx":0,"dy":15,"source":"wheel","stopsX":false,"stopsY":false},"device":3,"time_us":77,"type":"pointer-axis"}
        {"device":3,"gesture":{"fingers":2,"kind":"pinch","step":"begin"},"time_us":77,"type":"pointer-gesture"}
        {"device":3,"gesture":{"movement":{"dx":1,"dy":2,"rotation":-3,"scale":0.5},"step":"update"},"time_us":77,"type":"pointer-gesture"}
        {"device":3,"gesture":{"step":"end"},"time_us":77,"type":"pointer-gesture"}
        {"device":3,"gesture":{"step":"cancel"},"time_us":77,"type":"pointer-gesture"}
        {"device":3,"time_us":77,"tool":{"axes":{"distance":0,"pressure":0,"rotation":0,"slider":0,"tiltX":-30,"tiltY":0,"wheelClicks":0,"wheelDegrees":0},"position":{"x":0.5,"y":1},"step":"near","tool":{"capabilities":["tilt"],"hardwareID":2,"kind":"eraser","serial":18446744073709551615}},"type":"tool"}
        {"device":3,"time_us":77,"tool":{"axes":{"distance":0.5,"pressure":0,"rotation":0,"slider":0,"tiltX":0,"tiltY":0,"wheelClicks":0,"wheelDegrees":0},"position":{"x":0.5,"y":1},"step":"motion"},"type":"tool"}
        {"device":3,"time_us":77,"tool":{"axes":{"distance":0,"pressure":0.5,"rotation":0,"slider":0,"tiltX":0,"tiltY":0,"wheelClicks":0,"wheelDegrees":0},"position":{"x":0.5,"y":1},"step":"down"},"type":"tool"}
        {"device":3,"time_us":77,"tool":{"step":"up"},"type":"tool"}
        {"device":3,"time_us":77,"tool":{"button":331,"pressed":true,"step":"button"},"type":"tool"}
        {"device":3,"time_us":77,"tool":{"step":"away"},"type":"tool"}
        {"code":30,"device":3,"pressed":false,"time_us":77,"type":"key"}
        {"closed":true,"device":3,"time_us":77,"type":"lid"}
        """

    @Test(arguments: events)
    func eventComesBackAsItWent(_ event: InputEvent) throws {
        let recorded = RecordedInput(event, at: Self.time)
        #expect(try decoded(RecordedInput.self, text(recorded)) == recorded)
    }

    @Test func linesHaveTheirKeys() {
        let lines = Self.events.map { text(RecordedInput($0, at: Self.time)) }
        #expect(lines.joined(separator: "\n") == Self.lines)
    }

    @Test func numbersOfAStrangeFileAreBounded() throws {
        let down = #"{"device":1,"slot":-5,"time_us":1,"type":"touch-down","x":7,"y":-1e300}"#
        #expect(
            try decoded(RecordedInput.self, down).event
                == .touchDown(DeviceID(1), slot: 0, DevicePosition(x: 1, y: 0), Timestamp(microseconds: 1)))
        for time in ["-1", "9223372036854775807"] {
            let line = #"{"device":1,"time_us":\#(time),"type":"touch-frame"}"#
            #expect(throws: ControlRequestError.self) { try decoded(RecordedInput.self, line) }
        }
        let motion = """
            {"device":1,"motion":{"dx":1e300,"dy":0,"unacceleratedDX":0,"unacceleratedDY":0},"time_us":1,\
            "type":"pointer-motion"}
            """
        guard case .pointerMotion(_, let moved, _) = try decoded(RecordedInput.self, motion).event else {
            Issue.record("not a motion")
            return
        }
        #expect(moved.dx == 1_000_000)
    }
}

@Suite struct ReplayedDevicesTests {
    @Test func standInsKeepOutOfTheWayOfLiveDevices() {
        let numbers = DeviceNumbers()
        let live = numbers.next()
        var devices = ReplayedDevices(numbers)
        let now = Timestamp(microseconds: 500)
        let admitted = RecordedInputTests.events.flatMap { event in
            devices.admit(RecordedInput(event, at: RecordedInputTests.time), at: now)
        }
        #expect(admitted.allSatisfy { $0.device != live })
        #expect(admitted.first?.device == DeviceID(2))
        #expect(admitted[1] == .deviceRemoved(DeviceID(2)))
        // After the removal a touch comes from a device never announced: one is made up for it.
        #expect(
            admitted[2]
                == .deviceAdded(DeviceDescription(id: DeviceID(3), name: "replayed touch", capabilities: [.touch])))
        #expect(admitted[3] == .touchDown(DeviceID(3), slot: 1, DevicePosition(x: 0.25, y: 1), now))
        #expect(devices.removeAll() == [.deviceRemoved(DeviceID(3))])
        #expect(devices.removeAll().isEmpty)
    }

    @Test func aDeviceToldTwiceIsAddedOnce() {
        var devices = ReplayedDevices(DeviceNumbers())
        let added = RecordedInput(RecordedInputTests.events[0], at: RecordedInputTests.time)
        #expect(devices.admit(added, at: added.time).count == 1)
        #expect(devices.admit(added, at: added.time).isEmpty)
        let unknown = RecordedInput(.deviceRemoved(DeviceID(55)), at: added.time)
        #expect(devices.admit(unknown, at: added.time).isEmpty)
    }
}
