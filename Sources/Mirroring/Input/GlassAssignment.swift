/// The display that an absolute device belongs to, and why.
package struct GlassPlace: Hashable, Sendable {
    /// A connector's name, `panel` or `external`.
    package var output: String
    package var reason: GlassReason

    package init(_ output: String, _ reason: GlassReason) {
        self.output = output
        self.reason = reason
    }

    /// The place that a device's first rule with a place names, otherwise the device's own setting, otherwise nil.
    init?(of device: DeviceDescription, by rules: [DeviceRule]) {
        if let output = rules.lazy.filter({ $0.name == device.name }).compactMap(\.output).first {
            self.init(output, .rule)
        } else if let output = device.output {
            self.init(output, .property)
        } else {
            return nil
        }
    }
}

/// Why a device belongs to a display.
package enum GlassReason: Hashable, Sendable {
    /// A rule of the configuration says so.
    case rule
    /// A udev property of the device says so.
    case property
    /// The device and the display match in this evidence.
    case match(GlassEvidence)
    /// The display is the panel, because nothing says otherwise.
    case standard
    /// The device was plugged in, and no connected display can be its own.
    case absent
}

/// The displays that glass can belong to.
package struct GlassDisplays: Hashable, Sendable {
    /// The connected outputs.
    package var outputs: [OutputDescription]
    package var panel: OutputID?
    package var external: OutputID?

    package init(outputs: [OutputDescription] = [], panel: OutputID? = nil, external: OutputID? = nil) {
        self.outputs = outputs
        self.panel = panel
        self.external = external
    }

    /// The output that a device's setting names, or nil where the output is not connected.
    ///
    /// The name is a connector's, `panel` or `external`.
    package func output(named name: String) -> OutputID? {
        switch name {
        case "panel": panel
        case "external": external
        default: outputs.first { $0.id.name == name }?.id
        }
    }
}

/// Finds the display of each touchscreen and display tablet.
///
/// The display is the one that a rule names, otherwise the one that a udev property names, otherwise the display with
/// the most in common.
///
/// A match by the bus alone, "plugged in like the display", takes a touchscreen from the panel only where the panel has
/// another touchscreen or another size. The only touchscreen of a laptop may be on USB.
struct GlassAssignment {
    private(set) var places: [DeviceID: GlassPlace] = [:]
    private let displays: GlassDisplays
    /// The displays that have a touchscreen.
    private var taken: Set<OutputID> = []

    /// Assigns `devices`, which are glass in the order of arrival, to displays.
    init(_ devices: [DeviceDescription], rules: [DeviceRule], displays: GlassDisplays) {
        self.displays = displays
        var glasses: [Glass] = []
        for device in devices {
            if let place = GlassPlace(of: device, by: rules) {
                settle([device.id], place)
            } else {
                let index = glasses.firstIndex { $0.isSameHardware(device) }
                if let index { glasses[index].devices.append(device) } else { glasses.append(Glass(device)) }
            }
        }
        match(glasses)
    }

    /// Places the most certain glass first.
    private mutating func match(_ glasses: [Glass]) {
        let ranked = glasses.map { ($0, $0.evidence(displays)) }
        let best = ranked.map { ($0, $1.map(\.evidence).max() ?? []) }
        let certain = best.filter { $1 > .bus || $1 == .bus && $0.isBuiltIn }.sorted { $0.1 > $1.1 }.map(\.0)
        let plugged = best.filter { $1 == .bus && !$0.isBuiltIn }.map(\.0)
        let unknown = best.filter { $1 == [] }.map(\.0)
        for glass in certain { place(glass, on: glass.evidence(displays)) }
        for glass in unknown where !glass.isPluggedIn { settle(glass.ids, GlassPlace("panel", .standard)) }
        for glass in plugged {
            let matches = glass.evidence(displays)
            let isPanelAmong = matches.contains { $0.output == displays.panel }
            if isPanelAmong || isPanelServed || isMisfit(glass, besides: matches) {
                place(glass, on: matches)
            } else {
                settle(glass.ids, GlassPlace("panel", .standard))
            }
        }
        for glass in unknown where glass.isPluggedIn {
            let isAway = isPanelServed && panel?.connector.isBuiltIn == true
            settle(glass.ids, isAway ? GlassPlace("external", .absent) : GlassPlace("panel", .standard))
        }
    }

    private var panel: OutputDescription? { displays.outputs.first { $0.id == displays.panel } }

    /// Whether the panel already has its touchscreen.
    private var isPanelServed: Bool { panel.map { taken.contains($0.id) } ?? false }

    /// Whether a touchscreen differs in size from the panel, and a matching display has an unknown size.
    ///
    /// Where all displays have sizes and the touchscreen fits none, the touchscreen's size is probably wrong.
    private func isMisfit(_ glass: Glass, besides matches: [GlassMatch]) -> Bool {
        guard let panel else { return false }
        return glass.devices.contains { device in
            device.sensor.fits(panel) == false && matches.contains { $0.hasSize == false }
        }
    }

    /// Puts glass on one of its best matches: a display without a touchscreen first, then the panel.
    private mutating func place(_ glass: Glass, on matches: [GlassMatch]) {
        let best = matches.map(\.evidence).max()
        let equals = matches.filter { $0.evidence == best }
        func rank(_ match: GlassMatch) -> Int {
            (taken.contains(match.output) ? 4 : 0)
                + (match.output == displays.panel ? 0 : match.output == displays.external ? 1 : 2)
        }
        guard let match = equals.min(by: { rank($0) < rank($1) }) else { return }
        settle(glass.ids, GlassPlace(match.output.name, .match(match.evidence)))
    }

    private mutating func settle(_ ids: [DeviceID], _ place: GlassPlace) {
        for id in ids { places[id] = place }
        if let output = displays.output(named: place.output) { taken.insert(output) }
    }
}

/// A display and the evidence for it.
private struct GlassMatch {
    let output: OutputID
    let evidence: GlassEvidence
    /// Whether the display reports its size.
    let hasSize: Bool
}

/// One piece of glass: a touchscreen, a pen, or both.
private struct Glass {
    var devices: [DeviceDescription]

    init(_ device: DeviceDescription) {
        devices = [device]
    }

    var ids: [DeviceID] { devices.map(\.id) }
    var isBuiltIn: Bool { devices.contains(where: \.sensor.isBuiltIn) }
    var isPluggedIn: Bool { !isBuiltIn && devices.contains { $0.sensor.bus == .usb } }

    func isSameHardware(_ device: DeviceDescription) -> Bool {
        device.sensor.group != nil && devices.contains { $0.sensor.group == device.sensor.group }
    }

    /// The displays with evidence for this glass.
    ///
    /// Built-in glass lies on a built-in display, if there is one.
    func evidence(_ displays: GlassDisplays) -> [GlassMatch] {
        let builtIn = displays.outputs.filter(\.connector.isBuiltIn)
        return (isBuiltIn && !builtIn.isEmpty ? builtIn : displays.outputs).compactMap { output in
            let evidence = devices.reduce(into: GlassEvidence()) { $0.formUnion(GlassEvidence($1, on: output)) }
            let hasSize = output.physicalSize != nil
            return evidence.isEmpty ? nil : GlassMatch(output: output.id, evidence: evidence, hasSize: hasSize)
        }
    }
}

/// A touchscreen or display tablet, and the display that it belongs to.
package struct TouchscreenStatus: Hashable, Sendable, Codable {
    /// A `GlassReason` without its evidence.
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        case rule, property, match
        case standard = "default"
        case absent
    }

    /// The device's name as the kernel reports it.
    package var name: String
    /// The device file, or nil for a virtual device.
    @Nullable package var path: String?
    /// The display that the device belongs to, or nil where it is not connected.
    @Nullable package var output: OutputID?
    package var reason: Reason
    /// The evidence that decided, the weightiest first: `model`, `maker`, `size`, `bus`.
    package var matches: [String]

    private enum CodingKeys: String, CodingKey {
        case name
        case path = "device"
        case output, reason, matches
    }

    package init(name: String, path: String?, output: OutputID?, reason: GlassReason) {
        self.name = name
        self.path = path
        self.output = output
        matches = []
        switch reason {
        case .rule: self.reason = .rule
        case .property: self.reason = .property
        case .match(let evidence):
            self.reason = .match
            matches = evidence.words
        case .standard: self.reason = .standard
        case .absent: self.reason = .absent
        }
    }
}
