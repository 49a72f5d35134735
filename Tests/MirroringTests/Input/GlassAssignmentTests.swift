import Geometry
import Testing

@testable import Mirroring

/// The machines are made of what their displays and devices report.
@Suite struct GlassAssignmentTests {
    private static func display(
        _ name: String, _ type: ConnectorType, _ make: String? = nil, _ model: String? = nil, mm size: (Int, Int)? = nil
    ) -> OutputDescription {
        OutputDescription(
            id: OutputID(name), connector: type, isConnected: true, modes: [Displays.mode(1920, 1080, preferred: true)],
            identity: DisplayIdentity(make: make, model: model),
            physicalSize: size.map { PhysicalSize(width: $0.0, height: $0.1) })
    }

    private static func device(
        _ number: Int, _ name: String, _ bus: DeviceBus?, vendor: UInt32 = 0, mm size: (Int, Int)? = nil,
        isFixed: Bool = false, group: String? = nil, output: String? = nil, _ capability: DeviceCapability = .touch,
        isDirect: Bool = true
    ) -> DeviceDescription {
        DeviceDescription(
            id: DeviceID(number), name: name, capabilities: [capability], output: output,
            sensor: DeviceSensor(
                bus: bus, isFixed: isFixed, size: size.map { PhysicalSize(width: $0.0, height: $0.1) }, vendor: vendor,
                group: group, isDirect: isDirect))
    }

    /// A Raspberry Pi's own panel, which tells neither its maker nor, on older kernels, its size.
    static let piPanel = display("DSI-1", .dsi, mm: (154, 86))
    static let piGlass = device(1, "generic ft5x06 (79)", .chip)
    static let laptopPanel = display("eDP-1", .eDP, "AUO", "0x226D", mm: (309, 174))
    static let television = display("HDMI-A-1", .hdmiA, "SAM", "SAMSUNG", mm: (1210, 680))
    static let dell = display("DP-1", .displayPort, "DEL", "DELL P2418HT", mm: (527, 296))
    static let dellGlass = device(7, "Advanced Silicon S.A. CoolTouch(TM) System", .usb, vendor: 0x2149, mm: (527, 297))
    static let cintiq = display("HDMI-A-2", .hdmiA, "WAC", "Cintiq 22HD", mm: (476, 268))

    struct Machine: CustomTestStringConvertible, Sendable {
        let name: String
        let displays: [OutputDescription]
        let devices: [DeviceDescription]
        /// The display of each device, and why.
        let places: [(String, GlassReason)]

        var testDescription: String { name }
    }

    static let machines = [
        Machine(
            name: "a Raspberry Pi with its panel alone", displays: [piPanel], devices: [piGlass],
            places: [("DSI-1", .match(.bus))]),
        Machine(
            name: "a Raspberry Pi with its panel and a television", displays: [piPanel, television], devices: [piGlass],
            places: [("DSI-1", .match(.bus))]),
        Machine(
            name: "a Raspberry Pi and a touch monitor on HDMI and USB",
            displays: [piPanel, display("HDMI-A-1", .hdmiA, "WDT", "T101")],
            devices: [piGlass, device(2, "WaveShare WaveShare", .usb, vendor: 0x0eef)],
            places: [("DSI-1", .match(.bus)), ("HDMI-A-1", .match(.bus))]),
        Machine(
            name: "the same with the monitor's HDMI cable not plugged in", displays: [piPanel],
            devices: [piGlass, device(2, "WaveShare WaveShare", .usb, vendor: 0x0eef)],
            places: [("DSI-1", .match(.bus)), ("external", .absent)]),
        Machine(
            name: "a laptop whose touchscreen is on USB, with a television", displays: [laptopPanel, television],
            devices: [device(1, "ELAN Touchscreen", .usb, vendor: 0x04f3)], places: [("panel", .standard)]),
        Machine(
            name: "the same where the port is marked as fixed", displays: [laptopPanel, television],
            devices: [device(1, "ELAN Touchscreen", .usb, vendor: 0x04f3, isFixed: true)],
            places: [("eDP-1", .match(.bus))]),
        Machine(
            name: "the same where the size is known", displays: [laptopPanel, television],
            devices: [device(1, "ELAN Touchscreen", .usb, vendor: 0x04f3, mm: (310, 174))],
            places: [("eDP-1", .match(.size))]),
        Machine(
            name: "a laptop with a touchscreen that tells a wrong size", displays: [laptopPanel, television],
            devices: [device(1, "ELAN Touchscreen", .usb, vendor: 0x04f3, mm: (100, 100))],
            places: [("panel", .standard)]),
        Machine(
            name: "a laptop without a touchscreen and a touch monitor that tells no size",
            displays: [laptopPanel, display("DP-1", .displayPort)],
            devices: [device(1, "ILITEK ILITEK-TP", .usb, vendor: 0x222a, mm: (480, 270))],
            places: [("DP-1", .match(.bus))]),
        Machine(
            name: "a laptop with touchscreen and pen on I2C, and a touch monitor", displays: [laptopPanel, dell],
            devices: [
                device(1, "WCOM4976:00 056A:4976 Touchscreen", .chip, vendor: 0x056a, mm: (309, 174)),
                device(2, "WCOM4976:00 056A:4976 Pen", .chip, vendor: 0x056a, mm: (309, 174), .tablet), dellGlass,
            ],
            places: [
                ("eDP-1", .match([.bus, .size])), ("eDP-1", .match([.bus, .size])), ("DP-1", .match([.bus, .size])),
            ]),
        Machine(
            name: "a laptop with a pen by the maker of the display tablet beside it", displays: [laptopPanel, cintiq],
            devices: [
                device(1, "WCOM4976:00 056A:4976 Pen", .chip, vendor: 0x056a, .tablet),
                device(2, "Wacom Cintiq 22HD Pen", .usb, vendor: 0x056a, mm: (480, 270), .tablet),
            ],
            places: [("eDP-1", .match(.bus)), ("HDMI-A-2", .match([.bus, .size, .maker, .model]))]),
        Machine(
            name: "a display tablet alone beside a laptop", displays: [laptopPanel, cintiq],
            devices: [
                device(1, "Wacom Cintiq 22HD Pen", .usb, vendor: 0x056a, group: "a", .tablet),
                device(2, "Wacom Cintiq 22HD Touch", .usb, vendor: 0x056a, group: "a"),
            ],
            places: [
                ("HDMI-A-2", .match([.bus, .maker, .model])), ("HDMI-A-2", .match([.bus, .maker, .model])),
            ]),
        Machine(
            name: "a tablet on the desk", displays: [laptopPanel, cintiq],
            devices: [device(1, "Wacom Intuos S Pen", .usb, vendor: 0x056a, .tablet, isDirect: false)],
            places: [("panel", .standard)]),
        Machine(
            name: "an industrial panel on HDMI with its touchscreen on USB", displays: [television],
            devices: [device(1, "eGalax Inc. eGalaxTouch EXC3188", .usb, vendor: 0x0eef)],
            places: [("HDMI-A-1", .match(.bus))]),
        Machine(
            name: "two touch monitors of one kind, the first one the panel",
            displays: [display("HDMI-A-1", .hdmiA, "ELO", "ET1502L"), display("HDMI-A-2", .hdmiA, "ELO", "ET1502L")],
            devices: [
                device(1, "Elo TouchSystems, Inc. Elo TouchSystems 2216", .usb, vendor: 0x04e7, group: "a"),
                device(2, "Elo TouchSystems, Inc. Elo TouchSystems 2216", .usb, vendor: 0x04e7, group: "b"),
            ],
            places: [("HDMI-A-1", .match([.bus, .maker])), ("HDMI-A-2", .match([.bus, .maker]))]),
        Machine(
            name: "a panel on HDMI with a touchscreen on I2C", displays: [television], devices: [piGlass],
            places: [("panel", .standard)]),
        Machine(
            name: "a panel mounted on its side", displays: [display("DSI-1", .dsi, mm: (62, 110)), television],
            devices: [device(1, "Goodix Capacitive TouchScreen", .chip, mm: (110, 62))],
            places: [("DSI-1", .match([.bus, .size]))]),
        Machine(
            name: "virtual displays, of which the bus tells nothing",
            displays: [display("Virtual-1", .virtual), display("Virtual-2", .virtual)],
            devices: [device(1, "one", .usb), device(2, "two", .usb)],
            places: [("panel", .standard), ("panel", .standard)]),
        Machine(
            name: "properties that udev has", displays: [piPanel, television],
            devices: [
                device(1, "one", .chip, output: "external"), device(2, "two", .usb, output: "HDMI-A-1"),
                device(3, "three", nil, output: "DP-9"),
            ],
            places: [("external", .property), ("HDMI-A-1", .property), ("DP-9", .property)]),
    ]

    @Test(arguments: machines)
    func eachGlassIsOnItsDisplay(_ machine: Machine) {
        let places = Self.assign(machine.devices.filter(\.isGlass), machine.displays)
        for (device, expected) in zip(machine.devices, machine.places) {
            // A device without a place is the panel's like a mouse.
            let place = places[device.id] ?? GlassPlace("panel", .standard)
            #expect(place == GlassPlace(expected.0, expected.1), "\(device.name)")
        }
    }

    /// What was there first does not matter where something tells them apart.
    @Test(arguments: machines.filter { !$0.name.contains("of one kind") })
    func theOrderOfArrivalDoesNotMatter(_ machine: Machine) {
        let devices = machine.devices.filter(\.isGlass)
        let forward = Self.assign(devices, machine.displays)
        #expect(Self.assign(devices.reversed(), machine.displays, panel: machine.displays[0].id) == forward)
        #expect(
            Self.assign(devices, machine.displays.reversed(), panel: machine.displays[0].id) == forward)
    }

    @Test func aRuleComesFirst() {
        let rules = [DeviceRule(name: "one", output: "panel")]
        let device = Self.device(1, "one", .usb, output: "external")
        let places = GlassAssignment([device], rules: rules, displays: GlassDisplays()).places
        #expect(places == [device.id: GlassPlace("panel", .rule)])
    }

    @Test func aTouchscreenGoesToItsDisplayWhenThatIsPluggedIn() {
        let panel = EnabledOutput(description: Self.piPanel, mode: Displays.fourKMode, transform: .normal)
        let external = EnabledOutput(description: Self.television, mode: Displays.fourKMode, transform: .normal)
        let usb = Self.device(2, "WaveShare WaveShare", .usb)
        var mapping = DeviceMapping(devices: [Self.piGlass, usb])
        mapping.use(GlassDisplays(outputs: [Self.piPanel], panel: panel.id))
        let home = InputGeometry(.onPanel(panel))
        let output = mapping.output(of: usb.id, in: home)
        #expect(home.hit(DevicePosition(x: 0.5, y: 0.5), on: output) == .nowhere)
        #expect(mapping.touchscreens.map(\.output) == [panel.id, nil])
        mapping.use(
            GlassDisplays(outputs: [Self.piPanel, Self.television], panel: panel.id, external: external.id))
        let mirrored = InputGeometry(.onExternal(external, controlledFrom: panel))
        #expect(mapping.output(of: usb.id, in: mirrored) == .external)
        #expect(mapping.output(of: Self.piGlass.id, in: mirrored) == .panel)
        #expect(mapping.touchscreens.map(\.output) == [panel.id, external.id])
        mapping.remove(Self.piGlass.id)
        #expect(mapping.output(of: usb.id, in: mirrored) == .panel, "the only one is the panel's")
    }

    private static func assign(
        _ devices: [DeviceDescription], _ outputs: [OutputDescription], panel: OutputID? = nil
    ) -> [DeviceID: GlassPlace] {
        let panel = panel ?? outputs[0].id
        let external = outputs.first { $0.id != panel }?.id
        let displays = GlassDisplays(outputs: outputs, panel: panel, external: external)
        return GlassAssignment(devices, rules: [], displays: displays).places
    }
}
