import Geometry
import Mirroring
import TestSupport
import Testing

/// Rules of the configuration for displays that are told apart by what they say of themselves.
@Suite struct DisplayRuleTests {
    private static let dell = described("HDMI-A-1", make: "DEL", model: "U2720Q", serial: "7", size: (597, 336))
    private static let samsung = described("DP-1", make: "SAM", model: "Odyssey G5", serial: "9", size: (700, 400))
    private static let mute = OutputDescription(
        id: OutputID("HDMI-A-2"), connector: .hdmiA, isConnected: true, modes: [Displays.mode(1920, 1080)])

    private static func described(
        _ name: String, make: String, model: String, serial: String, size: (Int, Int)
    ) -> OutputDescription {
        var output = Displays.connected(
            name, .hdmiA,
            modes: [Displays.mode(3840, 2160, preferred: true), Displays.mode(2560, 1440), Displays.mode(1920, 1080)])
        output.identity = DisplayIdentity(make: make, model: model, serial: serial)
        output.physicalSize = PhysicalSize(width: size.0, height: size.1)
        return output
    }

    private func rule(
        _ connector: String? = nil, make: String? = nil, model: String? = nil, serial: String? = nil,
        size: (Int, Int)? = nil, role: OutputRole? = nil, scale: Double? = nil, mode: Mode? = nil
    ) -> DisplayRule {
        DisplayRule(
            connector: connector.flatMap(TextPattern.init), make: make.flatMap(TextPattern.init),
            model: model.flatMap(TextPattern.init), serial: serial.flatMap(TextPattern.init),
            size: size.map { PhysicalSize(width: $0.0, height: $0.1) }, role: role,
            settings: DisplaySettings(mode: mode.map(ModeRequest.init), scale: scale.flatMap { Scale($0) }))
    }

    @Test func whatARuleNamesMustHold() {
        #expect(rule("hdmi-a-*").matches(Self.dell))
        #expect(!rule("HDMI-A-1").matches(Self.samsung))
        #expect(rule(make: "DEL", model: "u27*", serial: "7").matches(Self.dell))
        #expect(!rule(make: "DEL", serial: "8").matches(Self.dell))
        #expect(rule("HDMI*").matches(Self.mute))
        #expect(!rule("HDMI*", make: "?*").matches(Self.mute), "it tells no maker")
        #expect(rule(make: "*").matches(Self.mute))
    }

    @Test(arguments: [
        ((600, 340), true), ((597, 336), true), ((640, 336), false), ((336, 597), false), ((1, 1), false),
    ])
    func sizesAreRounded(size: (Int, Int), holds: Bool) {
        #expect(rule(size: size).matches(Self.dell) == holds)
        #expect(!rule(size: size).matches(Self.mute))
    }

    @Test func theLastRuleThatSaysSomethingCounts() {
        let rules = [rule(make: "*", scale: 1), rule(make: "DEL", scale: 2), rule("HDMI-A-1", role: .spare)]
        #expect(rules.value(\.settings.scale, of: Self.dell) == Scale(2))
        #expect(rules.value(\.settings.scale, of: Self.samsung) == Scale(1))
        #expect(rules.value(\.role, of: Self.dell) == .spare)
        #expect(rules.value(\.role, of: Self.samsung) == nil)
        #expect(rules.value(\.settings.mode, of: Self.dell) == nil)
    }

    private func rig(_ rules: [DisplayRule], _ outputs: [OutputDescription]) -> TopologyRig {
        var configuration = Configuration()
        configuration.displays = rules
        configuration.external.holdMicroseconds = 0
        var rig = TopologyRig(configuration: configuration)
        rig.feed(.outputsChanged([Displays.panel] + outputs))
        return rig
    }

    @Test func aRuleComesBeforeTheSectionOfTheRole() {
        var configuration = Configuration()
        configuration.displays = [rule(make: "DEL", mode: Displays.mode(1920, 1080))]
        configuration.external.mode = ModeRequest(Displays.mode(2560, 1440))
        configuration.external.holdMicroseconds = 0
        var rig = TopologyRig(configuration: configuration)
        rig.feed(.outputsChanged([Displays.panel, Self.dell]))
        #expect(rig.topology.placement.contentOutput?.size == Size(width: 1920, height: 1080))
        rig.feed(.outputsChanged([Displays.panel, Self.samsung]))
        #expect(rig.topology.placement.contentOutput?.size == Size(width: 2560, height: 1440))
    }

    @Test func rulesGiveRoles() {
        let both = [Self.dell, Self.samsung]
        #expect(rig([rule(make: "SAM", role: .external)], both).topology.external == Self.samsung.id)
        #expect(rig([rule(make: "DEL", role: .external)], both).topology.external == Self.dell.id)
        #expect(rig([rule(make: "SAM", role: .spare)], both).topology.external == Self.dell.id)
        #expect(rig([rule(make: "*a*", role: .spare), rule(make: "DEL", role: .spare)], both).topology.external == nil)
        #expect(rig([rule(make: "DEL", role: .panel)], both).topology.roles.panel == Self.dell.id)
    }

    @Test func aSpareDisplayCanStillBeChosen() {
        var rig = rig([rule(make: "DEL", role: .spare)], [Self.dell])
        rig.feed(.externalChosen(Self.dell.id))
        #expect(rig.topology.external == Self.dell.id)
        rig.feed(.externalChosen(nil))
        #expect(rig.topology.external == nil)
    }

    @Test func aReloadAppliesThem() {
        var rig = rig([], [Self.dell])
        #expect(rig.topology.placement.contentOutput?.size == Size(width: 3840, height: 2160))
        var configuration = Configuration()
        configuration.external.holdMicroseconds = 0
        let rules = [rule(make: "DEL", mode: Displays.mode(2560, 1440))]
        rig.feed(.configured(configuration.panel, configuration.external, rules))
        #expect(rig.topology.placement.contentOutput?.size == Size(width: 2560, height: 1440))
        rig.feed(.configured(configuration.panel, configuration.external, []))
        #expect(rig.topology.placement.contentOutput?.size == Size(width: 3840, height: 2160))
    }
}
