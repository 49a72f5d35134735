import Geometry
import Testing

@testable import Mirroring

@Suite struct TopologyTests {
    private let panel = Displays.panel
    private let fourK = Displays.fourK
    private let enabledPanel = EnabledOutput.panel
    private let enabledFourK = EnabledOutput.fourK

    @Test func aPlugMovesTheContentOnlyAfterItsModeset() {
        var topology = Topology()
        #expect(topology.handle(.outputsChanged([panel])) == [.enable(panel.id, Displays.panelMode, .normal)])
        #expect(
            topology.handle(.modesetFinished(panel.id, Displays.panelMode, succeeded: true)) == [
                .cancelInput, .place(.onPanel(enabledPanel)), .announce(.panelOnly),
            ])
        #expect(
            topology.handle(.outputsChanged([panel, fourK])) == [.enable(fourK.id, Displays.fourKMode, .normal)])
        #expect(topology.placement == .onPanel(enabledPanel))
        #expect(
            topology.handle(.modesetFinished(fourK.id, Displays.fourKMode, succeeded: true)) == [
                .cancelInput, .place(.onExternal(enabledFourK, controlledFrom: enabledPanel)), .announce(.mirroring),
            ])
        #expect(topology.role(of: fourK.id) == .external)
    }

    @Test func anUnplugBringsTheContentHomeBeforeTheOutputGoes() {
        var rig = rig()
        rig.feed(.outputsChanged([panel, fourK]))
        let actions = rig.feed(.outputsChanged([panel, Displays.empty("HDMI-A-1")]))
        #expect(
            actions == [
                .cancelInput, .place(.onPanel(enabledPanel)), .disable(fourK.id), .announce(.panelOnly),
            ])
        #expect(rig.topology.role(of: fourK.id) == nil)
    }

    @Test func aRefusedModeIsFollowedByTheNext() {
        var rig = rig { _, mode in mode == Displays.fourKMode }
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement.contentOutput?.mode == Displays.mode(1920, 1080))
        #expect(rig.topology.counters.modeRefusals == 1)
        #expect(rig.topology.state == .mirroring)
    }

    @Test func aPanelThatTakesNoModeLeavesItsPlaceToAnother() {
        var rig = rig { id, _ in id.name == "DSI-1" }
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement == .onPanel(enabledFourK))
        #expect(rig.topology.roles == RoleAssignment(panel: fourK.id))
    }

    @Test func switchingOffKeepsTheContentOnThePanel() {
        var rig = rig()
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(
            rig.feed(.mirroringSwitched(false)) == [
                .cancelInput, .place(.onPanel(enabledPanel)), .disable(fourK.id), .announce(.disabled),
            ])
        #expect(rig.feed(.mirroringSwitched(false)).isEmpty)
        rig.feed(.outputsChanged([panel]))
        #expect(rig.topology.state == .panelOnly)
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.state == .disabled)
        rig.feed(.mirroringSwitched(true))
        #expect(rig.topology.state == .mirroring)
    }

    @Test func aPauseParksAndAResumeLightsEverythingAnew() {
        var rig = rig()
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.feed(.paused) == [.cancelInput, .place(.parked), .announce(.noOutput)])
        #expect(rig.feed(.outputsChanged([panel])).isEmpty)
        #expect(rig.feed(.mirroringSwitched(true)).isEmpty)
        #expect(rig.feed(.outputsChanged([panel, fourK])).isEmpty)
        let enabled = rig.feed(.resumed).compactMap { action in
            if case .enable(let id, _, _) = action { id } else { nil }
        }
        #expect(enabled == [panel.id, fourK.id])
        #expect(rig.topology.state == .mirroring)
    }

    @Test func aDisplayReplacedUnseenIsLitAnew() {
        var rig = rig()
        rig.feed(.outputsChanged([panel, fourK]))
        let other = Displays.connected("HDMI-A-1", modes: fourK.modes, serial: "other")
        #expect(rig.feed(.outputsChanged([panel, other])).contains(.enable(other.id, Displays.fourKMode, .normal)))
        #expect(rig.topology.placement.contentOutput?.description == other)
        let resized = Displays.connected(
            "HDMI-A-1", modes: [Displays.mode(2560, 1440, preferred: true), Displays.mode(3840, 2160)], serial: "other")
        rig.feed(.outputsChanged([panel, resized]))
        #expect(rig.topology.placement.contentOutput?.mode.size == Size(width: 2560, height: 1440))
    }

    @Test func aNewFirstChoiceAmongTheModesIsTaken() {
        var rig = rig()
        let modes = [Displays.mode(1920, 1080)]
        rig.feed(.outputsChanged([panel, Displays.connected("HDMI-A-1", modes: modes)]))
        rig.feed(.outputsChanged([panel, Displays.connected("HDMI-A-1", modes: modes + [Displays.mode(3840, 2160)])]))
        #expect(rig.topology.placement.contentOutput?.mode == Displays.mode(3840, 2160))
    }

    @Test func aPanelReplacedUnseenLeavesTheContentOnTheExternal() {
        var rig = rig()
        rig.feed(.outputsChanged([panel, fourK]))
        let other = Displays.connected("DSI-1", .dsi, modes: panel.modes, serial: "other")
        let homes = rig.feed(.outputsChanged([other, fourK])).compactMap { action in
            if case .place(let placement) = action { placement.contentOutput?.id } else { nil }
        }
        #expect(homes == [fourK.id, fourK.id])
        #expect(rig.topology.state == .mirroring)
    }

    @Test func whenThePanelGoesTheExternalTakesItsPlaceWithoutAModeset() {
        var rig = rig()
        rig.feed(.outputsChanged([panel, fourK]))
        let actions = rig.feed(.outputsChanged([fourK]))
        #expect(
            actions == [
                .cancelInput, .place(.onPanel(enabledFourK)), .disable(panel.id), .announce(.panelOnly),
            ])
    }

    @Test func aLargerDisplayTakesOverAsExternal() {
        var rig = rig()
        let small = Displays.connected("HDMI-A-2")
        rig.feed(.outputsChanged([panel, small]))
        rig.feed(.outputsChanged([panel, small, fourK]))
        #expect(rig.topology.placement == .onExternal(enabledFourK, controlledFrom: enabledPanel))
        #expect(rig.topology.copies.map(\.id) == [small.id])
        #expect(rig.topology.role(of: small.id) == .copy)
    }

    private func one(_ policy: ExternalPolicy = .largest) -> Configuration {
        var configuration = Configuration()
        configuration.external.arrangement = .one
        configuration.external.policy = policy
        return configuration
    }

    @Test func theContentGoesFromExternalToExternal() {
        var rig = rig(one())
        let small = Displays.connected("HDMI-A-2")
        let mode = Displays.mode(1920, 1080, preferred: true)
        let enabledSmall = EnabledOutput(description: small, mode: mode, transform: .normal)
        rig.feed(.outputsChanged([panel, small]))
        #expect(
            rig.feed(.outputsChanged([panel, small, fourK])) == [
                .enable(fourK.id, Displays.fourKMode, .normal), .cancelInput,
                .place(.onExternal(enabledFourK, controlledFrom: enabledPanel)), .disable(small.id),
            ])
        #expect(
            rig.feed(.outputsChanged([panel, small])) == [
                .enable(small.id, enabledSmall.mode, .normal), .cancelInput,
                .place(.onExternal(enabledSmall, controlledFrom: enabledPanel)), .disable(fourK.id),
            ])
        #expect(rig.topology.roles == RoleAssignment(panel: panel.id, external: small.id))
    }

    @Test func aLargerDisplayThatTakesNoModeLeavesTheContentWhereItIs() {
        var rig = rig { id, _ in id.name == "HDMI-A-1" }
        let small = Displays.connected("HDMI-A-2")
        rig.feed(.outputsChanged([panel, small]))
        let actions = rig.feed(.outputsChanged([panel, small, fourK]))
        #expect(actions.filter(\.isEnabling) == fourK.modes.map { .enable(fourK.id, $0, .normal) })
        #expect(actions.count == fourK.modes.count + 1 && rig.retries.count == 1)
        #expect(rig.topology.roles == RoleAssignment(panel: panel.id, external: small.id))
    }

    @Test func whereTheHardwareCannotLightBothTheOldOneMakesRoom() {
        var rig = rig()
        rig.capacity = 2
        let small = Displays.connected("HDMI-A-2")
        rig.feed(.outputsChanged([panel, small]))
        rig.feed(.outputsChanged([panel, small, fourK]))
        #expect(rig.topology.placement == .onExternal(enabledFourK, controlledFrom: enabledPanel))
        #expect(rig.topology.enabledOutputs[small.id] == nil)
    }

    @Test func theUserChoosesTheExternalWhileItRuns() {
        var rig = rig()
        let small = Displays.connected("HDMI-A-2")
        rig.feed(.outputsChanged([panel, small, fourK]))
        #expect(rig.topology.roles.external == fourK.id)
        rig.feed(.externalChosen(small.id))
        #expect(rig.topology.placement.contentOutput?.id == small.id)
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement.contentOutput?.id == fourK.id)
        rig.feed(.outputsChanged([panel, small, fourK]))
        #expect(rig.topology.placement.contentOutput?.id == small.id, "it comes back, and so does the content")
        rig.feed(.externalChosen(nil))
        #expect(rig.topology.placement.contentOutput?.id == fourK.id)
        #expect(rig.topology.obstacle(toExternal: panel.id) == .isPanel)
        #expect(rig.topology.obstacle(toExternal: OutputID("DP-7")) == .notConnected)
        #expect(rig.topology.obstacle(toExternal: small.id) == nil)
    }

    @Test func theFirstOneKeepsTheContentWhenThatIsThePolicy() {
        var rig = rig(one(.first))
        let small = Displays.connected("HDMI-A-2")
        let other = Displays.connected("HDMI-A-3")
        rig.feed(.outputsChanged([panel, small]))
        #expect(rig.feed(.outputsChanged([panel, fourK, small])).isEmpty)
        rig.feed(.outputsChanged([other, panel, fourK, small]))
        rig.feed(.outputsChanged([other, panel, fourK]))
        #expect(rig.topology.placement.contentOutput?.id == fourK.id, "it was plugged in before the other one")
    }

    @Test func turnsComeFromConfigurationAndMounting() {
        var configuration = Configuration()
        configuration.external.transform = .rotated90
        var mounted = panel
        mounted.mounting = .rotated270
        var rig = rig(configuration)
        rig.feed(.outputsChanged([mounted, fourK]))
        #expect(rig.topology.placement.panel?.transform == .rotated270)
        #expect(rig.topology.placement.contentOutput?.size == Size(width: 2160, height: 3840))

        configuration.panel.transform = .rotated180
        configuration.panel.output = OutputID("DSI-1")
        rig = TopologyRig(configuration: configuration)
        rig.feed(.outputsChanged([mounted, fourK]))
        #expect(rig.topology.placement.panel?.transform == .rotated180)
        rig.feed(.outputsChanged([fourK]))
        #expect(rig.topology.placement.panel?.transform == .normal)
    }

    @Test func aConfiguredModeIsTriedFirst() {
        var configuration = Configuration()
        configuration.external.mode = ModeRequest(size: Size(width: 1920, height: 1080))
        var rig = rig(configuration)
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement.contentOutput?.mode == Displays.mode(1920, 1080))
    }

    @Test func anAnswerNobodyWaitsForChangesNothing() {
        var topology = Topology()
        #expect(topology.handle(.modesetFinished(panel.id, Displays.panelMode, succeeded: true)).isEmpty)
        _ = topology.handle(.outputsChanged([panel]))
        #expect(topology.handle(.paused).isEmpty)
        #expect(topology.handle(.modesetFinished(panel.id, Displays.panelMode, succeeded: true)).isEmpty)
        #expect(topology.placement == .parked)
    }

    @Test func anOutputThatGoesDuringItsModesetIsTurnedOff() {
        var topology = Topology()
        _ = topology.handle(.outputsChanged([panel]))
        #expect(topology.handle(.outputsChanged([])) == [.disable(panel.id)])
        #expect(topology.state == .noOutput)
    }

    @Test func plugsAndPlacementsAreCounted() {
        var rig = rig()
        rig.feed(.outputsChanged([panel, fourK, fourK]))
        rig.feed(.outputsChanged([panel]))
        #expect(rig.topology.counters.plugs == 2)
        #expect(rig.topology.counters.unplugs == 1)
        #expect(rig.topology.counters.modesets == 2)
        #expect(rig.topology.counters.placements == 3)
    }
}
