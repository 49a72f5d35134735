import Geometry
import TestSupport
import Testing

@testable import Mirroring

/// Settings made by hand while displays are in use.
@Suite struct TopologySettingsTests {
    private let panel = Displays.panel
    private let fourK = Displays.fourK
    private let fullHD = DisplaySettings(mode: ModeRequest(Displays.mode(1920, 1080)))

    private func mirroring(_ configuration: Configuration? = nil, holding milliseconds: Int64 = 0) -> TopologyRig {
        var rig = rig(configuration, holding: milliseconds)
        rig.feed(.outputsChanged([panel, fourK]))
        return rig
    }

    /// Has the hardware accept the settings, and the topology take them; returns the actions.
    @discardableResult
    private func set(_ settings: DisplaySettings, on id: OutputID, _ rig: inout TopologyRig) -> [TopologyAction] {
        switch rig.topology.change(to: settings, on: id) {
        case .impossible: []
        case .kept(let output), .modeset(let output): rig.feed(.displaySet(output, settings))
        }
    }

    private func scale(of output: OutputDescription, _ rig: TopologyRig) -> Scale? {
        rig.topology.choices.value(\.scale, of: output, configured: nil)
    }

    @Test func anotherModeMovesNothingElsewhere() {
        var rig = mirroring()
        let actions = set(fullHD, on: fourK.id, &rig)
        let output = EnabledOutput(description: fourK, mode: Displays.mode(1920, 1080), transform: .normal)
        #expect(actions == [.cancelInput, .place(.onExternal(output, controlledFrom: .panel))])
        set(DisplaySettings(transform: .rotated90), on: fourK.id, &rig)
        #expect(rig.topology.placement.contentOutput?.size == Size(width: 1080, height: 1920))
        #expect(rig.topology.counters.modesets == 4 && rig.topology.counters.modeRefusals == 0)
    }

    @Test func aScaleAloneIsNoModeset() {
        var rig = mirroring()
        #expect(set(DisplaySettings(scale: Scale(2)), on: fourK.id, &rig).isEmpty)
        #expect(scale(of: fourK, rig) == Scale(2) && scale(of: panel, rig) == nil)
        #expect(rig.topology.counters.modesets == 2)
    }

    @Test func whatCannotBeIsSaidBeforehand() {
        let rig = mirroring()
        let unlisted = DisplaySettings(mode: ModeRequest(size: Size(width: 800, height: 600)))
        #expect(rig.topology.change(to: unlisted, on: fourK.id) == .impossible(.noSuchMode))
        #expect(rig.topology.change(to: fullHD, on: OutputID("DP-1")) == .impossible(.notEnabled))
        #expect(rig.topology.change(to: DisplaySettings(), on: fourK.id) == .kept(.fourK))
        // A rate that the display lists no mode near.
        let fast = DisplaySettings(mode: ModeRequest(size: Size(width: 1920, height: 1080), refreshMilliHertz: 90_000))
        #expect(rig.topology.change(to: fast, on: fourK.id) == .impossible(.noSuchMode))
    }

    @Test func aFallbackStaysWhereTheModeIsNotMeant() {
        var rig = rig { _, mode in mode == Displays.fourKMode }
        rig.feed(.outputsChanged([panel, fourK]))
        set(DisplaySettings(transform: .rotated180), on: fourK.id, &rig)
        #expect(rig.topology.enabledOutputs[fourK.id]?.mode == Displays.mode(1920, 1080))
        #expect(rig.feed(.outputsChanged([panel, fourK])).isEmpty, "nothing is enabled anew")
    }

    /// Nothing is remembered.
    private static func forgetful() -> Configuration {
        var configuration = Configuration()
        configuration.external.remembersSettings = false
        return configuration
    }

    @Test func settingsLastUntilTheDisplayIsUnplugged() {
        var rig = mirroring(Self.forgetful())
        set(fullHD, on: fourK.id, &rig)
        set(DisplaySettings(scale: Scale(2)), on: fourK.id, &rig)
        rig.feed(.paused)
        rig.feed(.resumed)
        #expect(rig.topology.placement.contentOutput?.mode == Displays.mode(1920, 1080))
        #expect(scale(of: fourK, rig) == Scale(2))
        rig.feed(.outputsChanged([panel]))
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement.contentOutput == .fourK && scale(of: fourK, rig) == nil)
    }

    @Test func anExternalThatDropsOutForAMomentKeepsThem() {
        var rig = mirroring(Self.forgetful(), holding: 1500)
        set(fullHD, on: fourK.id, &rig)
        rig.feed(.outputsChanged([panel]))
        rig.wait(microseconds: 500_000)
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement.contentOutput?.mode == Displays.mode(1920, 1080))
        rig.feed(.outputsChanged([panel]))
        rig.wait(microseconds: 2_000_000)
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement.contentOutput == .fourK)
    }

    @Test func anotherDisplayAtTheConnectorHasNone() {
        var rig = mirroring()
        set(fullHD, on: fourK.id, &rig)
        var other = fourK
        other.identity.serial = "other"
        rig.feed(.outputsChanged([panel, other]))
        #expect(rig.topology.placement.contentOutput?.mode == Displays.fourKMode)
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement.contentOutput?.mode == Displays.mode(1920, 1080))
    }

    @Test func aDisplayIsKnownAgainWhereverItIsPluggedIn() {
        var rig = mirroring()
        set(fullHD, on: fourK.id, &rig)
        set(DisplaySettings(scale: Scale(2)), on: fourK.id, &rig)
        rig.feed(.outputsChanged([panel]))
        var moved = Displays.connected("DP-3", .displayPort, modes: fourK.modes)
        moved.identity = fourK.identity
        let actions = rig.feed(.outputsChanged([panel, moved]))
        #expect(actions.filter(\.isEnabling) == [.enable(moved.id, Displays.mode(1920, 1080), .normal)])
        #expect(scale(of: moved, rig) == Scale(2))
    }

    @Test func theMemoryOutlivesTheService() {
        var before = mirroring()
        set(fullHD, on: fourK.id, &before)
        set(DisplaySettings(transform: .rotated90), on: panel.id, &before)
        var rig = rig()
        rig.feed(.recalled(before.topology.choices.memory))
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement.contentOutput?.mode == Displays.mode(1920, 1080))
        #expect(rig.topology.placement.panel?.transform == .rotated90)
    }

    @Test func aRememberedModeThatIsRefusedFallsBack() {
        var before = mirroring()
        set(fullHD, on: fourK.id, &before)
        var rig = rig { _, mode in mode == Displays.mode(1920, 1080) }
        rig.feed(.recalled(before.topology.choices.memory))
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement.contentOutput?.mode == Displays.fourKMode)
    }

    @Test func theFileComesBeforeTheMemory() {
        var configuration = Configuration()
        configuration.external.holdMicroseconds = 0
        configuration.external.mode = ModeRequest(Displays.fourKMode)
        var rig = mirroring(configuration)
        set(DisplaySettings(mode: fullHD.mode, scale: Scale(2), transform: .rotated90), on: fourK.id, &rig)
        rig.feed(.outputsChanged([panel]))
        rig.feed(.outputsChanged([panel, fourK]))
        let output = rig.topology.placement.contentOutput
        #expect(output?.mode == Displays.fourKMode && output?.transform == .rotated90)
        // Without the memory nothing is left of it.
        configuration.external.remembersSettings = false
        rig.feed(.configured(configuration.panel, configuration.external))
        #expect(rig.topology.placement.contentOutput?.transform == .normal && scale(of: fourK, rig) == nil)
    }

    @Test func whatIsForgottenGoesBackToTheFile() {
        var rig = mirroring()
        for id in [fourK.id, panel.id] { set(DisplaySettings(transform: .rotated180), on: id, &rig) }
        rig.feed(.displayForgotten(fourK.id))
        #expect(rig.topology.placement.contentOutput == .fourK)
        #expect(rig.topology.placement.panel?.transform == .rotated180)
        rig.feed(.displayForgotten(nil))
        #expect(rig.topology.placement.panel == .panel)
        #expect(rig.topology.choices.memory == DisplayMemory())
    }

    @Test func theyComeBeforeTheFileUntilThatSaysSomethingElse() {
        var configuration = Configuration()
        configuration.external.transform = .rotated180
        configuration.external.holdMicroseconds = 0
        var rig = mirroring(configuration)
        set(DisplaySettings(transform: .normal), on: fourK.id, &rig)
        #expect(rig.topology.placement.contentOutput?.transform == .normal)
        configuration.external.policy = .first
        #expect(rig.feed(.configured(configuration.panel, configuration.external)).isEmpty)
        configuration.external.mode = ModeRequest(Displays.mode(1920, 1080))
        rig.feed(.configured(configuration.panel, configuration.external))
        #expect(rig.topology.placement.contentOutput?.transform == .rotated180)
        #expect(rig.topology.placement.contentOutput?.mode == Displays.mode(1920, 1080))
    }

    @Test func offeredModesAreThoseToChooseFrom() {
        let cinema = Displays.mode(1920, 1080, hz: 24)
        let listed = [
            Displays.fourKMode, Displays.mode(1920, 1080), cinema, Displays.mode(1920, 1080), Displays.mode(0, 10),
        ]
        let display = Displays.connected("HDMI-A-1", modes: listed)
        let offered = EnabledOutput(description: display, mode: cinema, transform: .normal).offeredModes
        #expect(offered == [Displays.fourKMode, Displays.mode(1920, 1080), cinema])
        let forced = Displays.mode(800, 600)
        #expect(EnabledOutput(description: display, mode: forced, transform: .normal).offeredModes.last == forced)
    }

    /// `TopologyRig` checks the invariants after every step; what was set holds for as long as nothing else comes.
    @Test(arguments: UInt64(0)..<60)
    func randomSettingsBetweenPlugs(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = rig(holding: random.chance(50) ? 1500 : 0)
        let displays = [panel, fourK, Displays.connected("DP-1", .displayPort, serial: "9")]
        for _ in 0..<60 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: rig.feed(.outputsChanged(displays.filter { _ in random.chance(70) }))
            case 1: rig.feed(random.chance(50) ? .paused : .resumed)
            case 2: rig.feed(.externalChosen(displays.randomElement(using: &random)?.id))
            case 3: rig.wait(microseconds: .random(in: 0...2_000_000, using: &random))
            case 4: rig.feed(.displayForgotten(displays.map(\.id).randomElement(using: &random)))
            case 5:
                let configuration = random.chance(50) ? Self.forgetful() : Configuration()
                rig.feed(.configured(configuration.panel, configuration.external))
            default:
                guard let output = rig.topology.enabledOutputs.values.min(by: { $0.id.name < $1.id.name }) else {
                    continue
                }
                var settings = DisplaySettings(transform: Transform.allCases.randomElement(using: &random))
                if random.chance(50) {
                    settings.mode = output.offeredModes.randomElement(using: &random).map { ModeRequest($0) }
                }
                let actions = set(settings, on: output.id, &rig)
                #expect(!actions.contains { $0.isEnabling }, "what the hardware has accepted is enabled again")
                let now = rig.topology.enabledOutputs[output.id]
                #expect(now?.transform == settings.transform)
                #expect(settings.mode == nil || now.map { ModeRequest($0.mode) } == settings.mode)
            }
        }
    }
}
