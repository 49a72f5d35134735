import Geometry

/// Maps each input device to an output.
///
/// The output is the one that a rule or the device's own setting names, otherwise the display whose glass the device
/// is, otherwise the panel.
package struct DeviceMapping: Sendable {
    private var rules: [DeviceRule]
    private var displays = GlassDisplays()
    private var devices: DeviceList
    /// The glass whose displays must be found, in the order of arrival.
    private var glasses: [DeviceDescription] = []
    private var places: [DeviceID: GlassPlace] = [:]

    /// The most glass devices, more than any machine has; more devices, as in a replay, belong to the panel.
    private static let maximumGlasses = 64

    package init(rules: [DeviceRule] = [], devices: [DeviceDescription] = []) {
        self.rules = rules
        self.devices = DeviceList(devices)
        readAll()
    }

    /// Applies other rules.
    package mutating func use(_ rules: [DeviceRule]) {
        self.rules = rules
        readAll()
    }

    /// Finds the devices' displays among those connected now.
    package mutating func use(_ displays: GlassDisplays) {
        guard displays != self.displays else { return }
        self.displays = displays
        assign()
    }

    package mutating func add(_ device: DeviceDescription) {
        devices.add(device)
        read(device)
        if device.isGlass { assign() }
    }

    package mutating func remove(_ device: DeviceID) {
        devices.remove(device)
        places[device] = nil
        guard let index = glasses.firstIndex(where: { $0.id == device }) else { return }
        glasses.remove(at: index)
        assign()
    }

    private mutating func readAll() {
        (glasses, places) = ([], [:])
        for device in devices.all { read(device) }
        assign()
    }

    private mutating func read(_ device: DeviceDescription) {
        glasses.removeAll { $0.id == device.id }
        if device.isGlass, glasses.count < Self.maximumGlasses {
            glasses.append(device)
        } else {
            places[device.id] = GlassPlace(of: device, by: rules)
        }
    }

    private mutating func assign() {
        guard !glasses.isEmpty else { return }
        places.merge(GlassAssignment(glasses, rules: rules, displays: displays).places) { $1 }
    }

    /// The names of a keyboard's own keymap; the first rule that sets a name wins.
    package func keymap(of device: DeviceID) -> KeymapNames {
        guard rules.contains(where: { $0.keymap != KeymapNames() }), let name = devices[device]?.name else {
            return KeymapNames()
        }
        let own = rules.filter { $0.name == name }.map(\.keymap)
        var names = KeymapNames()
        // A layout and its variant are a pair.
        if let first = own.first(where: { $0.layout != nil || $0.variant != nil }) {
            (names.layout, names.variant) = (first.layout, first.variant)
        }
        names.options = own.lazy.compactMap(\.options).first
        names.model = own.lazy.compactMap(\.model).first
        return names
    }

    /// The output that the device belongs to under `geometry`.
    package func output(of device: DeviceID, in geometry: InputGeometry) -> DeviceOutput {
        let name = places[device]?.output
        // An external that serves alone takes the panel's place.
        if name == "external", !geometry.isMirrored, let alone = geometry.panel?.id, alone == displays.external {
            return .panel
        }
        return geometry.output(named: name)
    }

    /// The touchscreens and display tablets, each with its display.
    package var touchscreens: [TouchscreenStatus] {
        glasses.compactMap { device in
            places[device.id].map { place in
                TouchscreenStatus(
                    name: device.name, path: device.hardware?.path, output: displays.output(named: place.output),
                    reason: place.reason)
            }
        }
    }
}

/// What the configuration sets for an input device.
package struct DeviceRule: Hashable, Sendable {
    /// The device's full name as the kernel reports it.
    package var name: String
    /// The output that the device is tied to: a connector's name, `panel` or `external`.
    package var output: String?
    package var pointing: PointingSettings
    /// The keymap names of a keyboard.
    package var keymap: KeymapNames

    package init(
        name: String, output: String? = nil, pointing: PointingSettings = PointingSettings(),
        keymap: KeymapNames = KeymapNames()
    ) {
        self.name = name
        self.output = output
        self.pointing = pointing
        self.keymap = keymap
    }
}

/// The xkb names of a keyboard's own keymap, where nil stands for the name of all keyboards.
package struct KeymapNames: Hashable, Sendable {
    package var layout: String?
    package var variant: String?
    package var options: String?
    package var model: String?

    package init() {}
}
