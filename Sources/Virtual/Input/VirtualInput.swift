package import Geometry
package import Mirroring

/// A touchscreen, a pointer, a pen and a keyboard without hardware.
///
/// Points are panel pixels as the panel's user sees them. Each call emits its event at once, stamped with the current time. It throws if
/// the event is inconsistent with earlier ones, so that a script's mistake is reported to the script instead of reaching the application.
package final class VirtualInput: InputPort {
    package weak var observer: (any InputObserver)? {
        didSet { for device in devices.all { observer?.inputReceived(.deviceAdded(device)) } }
    }

    /// The place of the touchscreen; set again whenever the panel's mode or transform changes.
    package var panel: PanelGeometry

    private let time: any TimeSource
    private var devices: DeviceList
    private var touches: Set<Int32> = []
    /// The codes of the keys and buttons that are down on each device, replayed ones too.
    private var heldCodes: [DeviceID: Set<UInt32>] = [:]
    private var isGesturing = false
    private var pen = PenState.away

    private enum PenState {
        case away, near, down
    }

    package let touchscreen: DeviceID
    package let pointer: DeviceID
    package let keyboard: DeviceID
    package let tablet: DeviceID

    package init(time: any TimeSource, panel: PanelGeometry, numbers: DeviceNumbers = DeviceNumbers()) {
        self.time = time
        self.panel = panel
        (touchscreen, pointer, keyboard, tablet) = (numbers.next(), numbers.next(), numbers.next(), numbers.next())
        devices = DeviceList([
            DeviceDescription(id: touchscreen, name: "Virtual touchscreen", capabilities: [.touch]),
            DeviceDescription(id: pointer, name: "Virtual pointer", capabilities: [.pointer]),
            DeviceDescription(id: keyboard, name: "Virtual keyboard", capabilities: [.keyboard]),
            DeviceDescription(id: tablet, name: "Virtual pen", capabilities: [.tablet]),
        ])
    }

    /// The lights of the virtual keyboard.
    package private(set) var leds: KeyboardLEDs = []

    package func show(_ leds: KeyboardLEDs) {
        self.leds = leds
    }

    /// Does nothing: scripts give the events that applications receive, and there is no hardware whose movements could be interpreted.
    package func use(_ rules: PointingRules) {}

    /// Emits an event of any device unchanged, to replay a recording.
    package func inject(_ event: InputEvent) {
        switch event {
        case .deviceAdded(let device): devices.add(device)
        case .deviceRemoved(let id):
            devices.remove(id)
            heldCodes[id] = nil
        case .touchDown(touchscreen, let slot, _, _): touches.insert(slot)
        case .touchUp(touchscreen, let slot, _), .touchCancel(touchscreen, let slot, _):
            touches.remove(slot)
        case .pointerButton(let device, let code, let pressed, _), .key(let device, let code, let pressed, _):
            note(code, pressed: pressed, on: device)
        case .pointerGesture(pointer, .begin, _): isGesturing = true
        case .pointerGesture(pointer, .end, _): isGesturing = false
        case .tool(tablet, let tool, _): note(tool)
        default: break
        }
        observer?.inputReceived(event)
    }
}

// MARK: Touch

extension VirtualInput {
    /// Puts a finger down in `slot`.
    package func touchDown(slot: Int32, at point: Point<PanelSpace>) throws(VirtualInputError) {
        guard !touches.contains(slot) else { throw .slotDown(slot) }
        let position = try panel.devicePosition(of: point)
        inject(.touchDown(touchscreen, slot: slot, position, time.instant))
    }

    /// Moves the finger in `slot`.
    package func touchMotion(slot: Int32, to point: Point<PanelSpace>) throws(VirtualInputError) {
        guard touches.contains(slot) else { throw .slotUp(slot) }
        let position = try panel.devicePosition(of: point)
        inject(.touchMotion(touchscreen, slot: slot, position, time.instant))
    }

    /// Lifts the finger in `slot`.
    package func touchUp(slot: Int32) throws(VirtualInputError) {
        guard touches.contains(slot) else { throw .slotUp(slot) }
        inject(.touchUp(touchscreen, slot: slot, time.instant))
    }

    /// Cancels the contact in `slot`, as a device does.
    package func touchCancel(slot: Int32) throws(VirtualInputError) {
        guard touches.contains(slot) else { throw .slotUp(slot) }
        inject(.touchCancel(touchscreen, slot: slot, time.instant))
    }

    /// Groups the touch events since the last frame as simultaneous.
    package func touchFrame() {
        inject(.touchFrame(touchscreen, time.instant))
    }
}

// MARK: Pointer

extension VirtualInput {
    /// Moves the pointer by pixels, as a mouse does.
    package func pointerMove(dx: Double, dy: Double) throws(VirtualInputError) {
        guard dx.isFinite, dy.isFinite else { throw .notFinite }
        let motion = RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy)
        inject(.pointerMotion(pointer, motion, time.instant))
    }

    /// Moves the pointer to a point of the panel, as a tablet does.
    package func pointerMove(to point: Point<PanelSpace>) throws(VirtualInputError) {
        let position = try panel.devicePosition(of: point)
        inject(.pointerPosition(pointer, position, time.instant))
    }

    /// Presses or releases a button by its Linux event code (`BTN_LEFT` is 272).
    package func pointerButton(_ code: UInt32, pressed: Bool) throws(VirtualInputError) {
        guard LinuxEventCode.isButton(code) else { throw .badCode(code) }
        try checkHeld(code, pressed: pressed, on: pointer)
        inject(.pointerButton(pointer, button: code, pressed: pressed, time.instant))
    }

    /// Turns the wheel by clicks, positive down and right, with fractions for fine wheels; a click is 15 pixels.
    package func scroll(clicksX: Double, clicksY: Double) throws(VirtualInputError) {
        guard clicksX.isFinite, clicksY.isFinite else { throw .notFinite }
        let (x, y) = (Self.in120ths(clicksX), Self.in120ths(clicksY))
        let axis = PointerAxis(
            source: .wheel, dx: Double(x) / 8, dy: Double(y) / 8, clicks120X: x, clicks120Y: y)
        inject(.pointerAxis(pointer, axis, time.instant))
    }

    /// Scrolls with two fingers by pixels, positive down and right; a zero movement lifts them.
    package func scroll(fingersDX dx: Double, dy: Double) throws(VirtualInputError) {
        guard dx.isFinite, dy.isFinite else { throw .notFinite }
        let stops = dx == 0 && dy == 0
        let axis = PointerAxis(source: .finger, dx: dx, dy: dy, stopsX: stops, stopsY: stops)
        inject(.pointerAxis(pointer, axis, time.instant))
    }

    /// Converts clicks, clamped to a thousand.
    private static func in120ths(_ clicks: Double) -> Int { Int((min(max(clicks, -1000), 1000) * 120).rounded()) }
}

// MARK: Touchpad gestures

extension VirtualInput {
    /// Begins a gesture of `fingers` on the touchpad.
    package func gestureBegin(_ kind: PointerGesture.Kind, fingers: Int) throws(VirtualInputError) {
        guard !isGesturing else { throw .gestureGoesOn }
        inject(.pointerGesture(pointer, .begin(kind, fingers: fingers), time.instant))
    }

    /// Moves the gesture's fingers.
    package func gestureUpdate(_ movement: GestureMovement) throws(VirtualInputError) {
        guard isGesturing else { throw .noGesture }
        inject(.pointerGesture(pointer, .update(movement), time.instant))
    }

    /// Ends or cancels the gesture.
    package func gestureEnd(isCancelled: Bool) throws(VirtualInputError) {
        guard isGesturing else { throw .noGesture }
        inject(.pointerGesture(pointer, .end(isCancelled: isCancelled), time.instant))
    }
}

// MARK: Pen

extension VirtualInput {
    /// Brings a tool with all axes into proximity at a point, without pressure.
    package func toolNear(
        _ kind: TabletTool.Kind, at point: Point<PanelSpace>, _ axes: ToolAxes
    ) throws(VirtualInputError) {
        guard pen == .away else { throw .toolNear }
        var axes = axes
        axes.pressure = 0
        let tool = TabletTool(
            kind: kind, serial: Self.toolSerial, capabilities: Set(TabletTool.Capability.allCases))
        inject(.tool(tablet, .near(tool, try panel.devicePosition(of: point), axes), time.instant))
    }

    /// Moves the tool; without contact, its pressure is zero.
    package func toolMove(to point: Point<PanelSpace>, _ axes: ToolAxes) throws(VirtualInputError) {
        guard pen != .away else { throw .toolAway }
        var axes = axes
        if pen == .near { axes.pressure = 0 }
        inject(.tool(tablet, .motion(try panel.devicePosition(of: point), axes), time.instant))
    }

    /// Touches the tablet with the tool's tip.
    package func toolDown(at point: Point<PanelSpace>, _ axes: ToolAxes) throws(VirtualInputError) {
        if pen == .away { throw .toolAway }
        if pen == .down { throw .tipDown }
        inject(.tool(tablet, .down(try panel.devicePosition(of: point), axes), time.instant))
    }

    /// Lifts the tip from the tablet.
    package func toolUp() throws(VirtualInputError) {
        guard pen == .down else { throw .tipUp }
        inject(.tool(tablet, .up, time.instant))
    }

    /// Presses or releases a button of the tool by its Linux event code (`BTN_STYLUS` is 331).
    package func toolButton(_ code: UInt32, pressed: Bool) throws(VirtualInputError) {
        guard pen != .away else { throw .toolAway }
        guard LinuxEventCode.isButton(code) else { throw .badCode(code) }
        try checkHeld(code, pressed: pressed, on: tablet)
        inject(.tool(tablet, .button(code, pressed: pressed), time.instant))
    }

    /// Takes the tool out of the tablet's proximity, which also lifts its tip and releases its buttons.
    package func toolAway() throws(VirtualInputError) {
        guard pen != .away else { throw .toolAway }
        inject(.tool(tablet, .away, time.instant))
    }

    private static let toolSerial: UInt64 = 0x4b41_4741

    private func note(_ tool: ToolEvent) {
        switch tool {
        case .near, .up: pen = .near
        case .down: pen = .down
        case .away:
            pen = .away
            heldCodes[tablet] = nil
        case .button(let code, let pressed): note(code, pressed: pressed, on: tablet)
        case .motion: break
        }
    }
}

// MARK: Keyboard

extension VirtualInput {
    /// Presses or releases a key by its Linux event code (`KEY_A` is 30).
    package func key(_ code: UInt32, pressed: Bool) throws(VirtualInputError) {
        guard LinuxEventCode.isKey(code) else { throw .badCode(code) }
        try checkHeld(code, pressed: pressed, on: keyboard)
        inject(.key(keyboard, code: code, pressed: pressed, time.instant))
    }

    private func checkHeld(_ code: UInt32, pressed: Bool, on device: DeviceID) throws(VirtualInputError) {
        let isHeld = heldCodes[device, default: []].contains(code)
        if pressed, isHeld { throw .held(code) }
        if !pressed, !isHeld { throw .notHeld(code) }
    }

    private func note(_ code: UInt32, pressed: Bool, on device: DeviceID) {
        if pressed { heldCodes[device, default: []].insert(code) } else { heldCodes[device]?.remove(code) }
    }
}
