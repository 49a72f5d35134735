import Geometry
import Testing

@testable import Mirroring

/// Displays beside the external, which show a copy unless a rule or the user says otherwise.
@Suite struct TopologyCopyTests {
    private let panel = Displays.panel
    private let fourK = Displays.fourK
    private let small = Displays.connected("HDMI-A-2", serial: "2")
    private let other = Displays.connected("DP-1", .displayPort, serial: "3")

    private var enabledSmall: EnabledOutput {
        EnabledOutput(description: small, mode: Displays.mode(1920, 1080, preferred: true), transform: .normal)
    }

    /// A panel, an external and two further displays.
    private func full(_ configuration: Configuration? = nil) -> TopologyRig {
        var rig = rig(configuration)
        rig.feed(.outputsChanged([panel, fourK, small, other]))
        return rig
    }

    private func copies(_ rig: TopologyRig) -> [String] { rig.topology.copies.map(\.id.name) }

    @Test func whatIsPluggedInBesideTheExternalShowsACopy() {
        let rig = full()
        #expect(rig.topology.placement == .onExternal(.fourK, controlledFrom: .panel))
        #expect(copies(rig) == ["DP-1", "HDMI-A-2"])
        var configuration = Configuration()
        configuration.external.arrangement = .one
        #expect(copies(full(configuration)) == [])
        configuration.displays = [DisplayRule(connector: TextPattern("DP-1"), role: .copy)]
        #expect(copies(full(configuration)) == ["DP-1"])
        configuration.external.arrangement = .copy
        configuration.displays[0].role = .spare
        #expect(copies(full(configuration)) == ["HDMI-A-2"])
    }

    @Test func aCopyComesAndGoesWithoutAMove() {
        var rig = rig()
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(
            rig.feed(.outputsChanged([panel, fourK, small]))
                == [.enable(small.id, enabledSmall.mode, .normal), .copy([enabledSmall])])
        #expect(rig.feed(.outputsChanged([panel, fourK, small, other])).count == 2)
        #expect(rig.feed(.outputsChanged([panel, fourK, small])) == [.copy([enabledSmall]), .disable(other.id)])
        #expect(rig.feed(.outputsChanged([panel, fourK])) == [.copy([]), .disable(small.id)])
    }

    /// What was the external shows a copy of the next one, and is lit all the while.
    @Test func theContentGoesFromExternalToCopyAndBack() {
        var rig = rig()
        rig.feed(.outputsChanged([panel, small]))
        #expect(
            rig.feed(.outputsChanged([panel, small, fourK])) == [
                .enable(fourK.id, Displays.fourKMode, .normal), .cancelInput,
                .place(.onExternal(.fourK, controlledFrom: .panel)), .copy([enabledSmall]),
            ])
        #expect(
            rig.feed(.externalChosen(small.id)) == [
                .cancelInput, .place(.onExternal(enabledSmall, controlledFrom: .panel)), .copy([.fourK]),
            ])
        #expect(
            rig.feed(.outputsChanged([panel, fourK])) == [
                .cancelInput, .place(.onExternal(.fourK, controlledFrom: .panel)), .copy([]), .disable(small.id),
            ])
    }

    @Test func aCopyThatTakesNoModeStaysSpare() {
        var rig = rig { id, _ in id.name == "HDMI-A-2" }
        rig.feed(.outputsChanged([panel, fourK]))
        let actions = rig.feed(.outputsChanged([panel, fourK, small]))
        #expect(actions.filter(\.isEnabling).count == small.modes.count && actions.count == small.modes.count + 1)
        #expect(rig.topology.role(of: small.id) == .spare)
        #expect(rig.retries.first?.retry.isRefusedCopy == true)
        let retries = rig.wait(microseconds: 60_000_000)
        let disturbances = retries.filter { action in
            if case .retry = action { false } else { !action.isEnabling }
        }
        #expect(retries.count > 3 && disturbances.isEmpty)
    }

    @Test func aCopyWithoutRoomIsSpare() {
        var rig = rig()
        rig.capacity = 3
        rig.feed(.outputsChanged([panel, fourK, small, other]))
        #expect(copies(rig) == ["HDMI-A-2"] && rig.topology.lacksRoom(other.id))
        #expect(rig.topology.role(of: other.id) == .spare)
        rig.feed(.outputsChanged([panel, fourK, other]))
        #expect(copies(rig) == ["DP-1"])
    }

    @Test func theUserChoosesForOneDisplay() {
        var rig = full()
        #expect(rig.feed(.roleChosen(other.id, .spare)) == [.copy([enabledSmall]), .disable(other.id)])
        #expect(rig.topology.role(of: other.id) == .spare)
        // The display keeps it, at another connector as well.
        var moved = other
        moved.id = OutputID("DP-2")
        rig.feed(.outputsChanged([panel, fourK, small]))
        rig.feed(.outputsChanged([panel, fourK, small, moved]))
        #expect(copies(rig) == ["HDMI-A-2"])
        rig.feed(.roleChosen(moved.id, .copy))
        #expect(copies(rig) == ["DP-2", "HDMI-A-2"])
        rig.feed(.roleChosen(moved.id, .spare))
        rig.feed(.displayForgotten(moved.id))
        #expect(copies(rig) == ["DP-2", "HDMI-A-2"])
        #expect(rig.feed(.roleChosen(OutputID("DP-7"), .spare)).isEmpty)
    }

    @Test func aRuleComesBeforeWhatIsRememberedAndAfterWhatIsChosen() {
        var configuration = Configuration()
        configuration.displays = [DisplayRule(connector: TextPattern("DP-1"), role: .copy)]
        var rig = full(configuration)
        rig.feed(.roleChosen(other.id, .spare))
        #expect(copies(rig) == ["HDMI-A-2"])
        rig.feed(.outputsChanged([panel, fourK, small]))
        rig.feed(.outputsChanged([panel, fourK, small, other]))
        #expect(copies(rig) == ["DP-1", "HDMI-A-2"])
    }

    @Test func anExternalThatIsToBeSpareGivesTheContentToTheNext() {
        var rig = full()
        rig.feed(.externalChosen(fourK.id))
        let actions = rig.feed(.roleChosen(fourK.id, .spare))
        #expect(rig.topology.roles.external == small.id && rig.topology.chosenExternal == nil)
        #expect(rig.topology.enabledOutputs[fourK.id] == nil)
        #expect(!actions.contains(.place(.onPanel(.panel))))
        rig.feed(.externalChosen(fourK.id))
        #expect(rig.topology.roles.external == fourK.id, "it can still be chosen")
    }

    /// No choice leaves a machine without any picture.
    @Test func aDisplayThatWasMadeSpareCanBeThePanel() {
        var rig = full()
        rig.feed(.roleChosen(other.id, .spare))
        rig.feed(.outputsChanged([]))
        rig.feed(.outputsChanged([other]))
        #expect(rig.topology.roles.panel == other.id && rig.topology.state == .panelOnly)
    }

    @Test func aReloadAppliesTheArrangement() {
        var rig = full()
        var configuration = Configuration()
        configuration.external.holdMicroseconds = 0
        configuration.external.arrangement = .one
        let actions = rig.feed(.configured(configuration.panel, configuration.external))
        #expect(actions == [.copy([]), .disable(other.id), .disable(small.id)])
        configuration.external.arrangement = .copy
        rig.feed(.configured(configuration.panel, configuration.external))
        #expect(copies(rig) == ["DP-1", "HDMI-A-2"])
    }
}
