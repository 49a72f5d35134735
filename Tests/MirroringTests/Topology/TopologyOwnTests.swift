import Geometry
import Testing

@testable import Mirroring

/// Displays that show applications of their own.
@Suite struct TopologyOwnTests {
    private let panel = Displays.panel
    private let fourK = Displays.fourK
    private let small = Displays.connected("HDMI-A-2", serial: "2")
    private let other = Displays.connected("DP-1", .displayPort, serial: "3")

    /// Commands for the displays at these connectors.
    private func configuration(_ connectors: String...) -> Configuration {
        var configuration = Configuration()
        configuration.external.arrangement = .each
        configuration.displays = connectors.map {
            DisplayRule(connector: TextPattern($0), command: ["program", $0])
        }
        return configuration
    }

    private func full(_ configuration: Configuration) -> TopologyRig {
        var rig = rig(configuration)
        rig.feed(.outputsChanged([panel, fourK, small, other]))
        return rig
    }

    private func roles(_ rig: TopologyRig) -> [OutputRole?] {
        [fourK, small, other].map { rig.topology.role(of: $0.id) }
    }

    private func own(_ rig: TopologyRig) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: rig.topology.own.map { ($0.output.id.name, $0.application) })
    }

    @Test func aDisplayWithACommandShowsItsOwnAndTheOthersACopy() {
        #expect(roles(full(configuration("DP-1"))) == [.external, .copy, .own])
        #expect(roles(full(configuration("HDMI-A-2", "DP-1"))) == [.external, .own, .own])
        #expect(own(full(configuration("HDMI-A-2", "DP-1"))) == ["HDMI-A-2": 0, "DP-1": 1])
        var otherwise = configuration("DP-1")
        otherwise.external.arrangement = .copy
        #expect(roles(full(otherwise)) == [.external, .copy, .copy])
        otherwise.displays.append(DisplayRule(connector: TextPattern("DP-1"), role: .own))
        #expect(roles(full(otherwise)) == [.external, .copy, .own])
        otherwise.displays[1].connector = TextPattern("HDMI-A-2")
        #expect(roles(full(otherwise)) == [.external, .copy, .copy], "there is no command for it")
    }

    @Test func theLastRuleWithACommandWins() {
        #expect(own(full(configuration("*", "DP-1"))) == ["HDMI-A-1": 0, "DP-1": 1])
    }

    /// The display connected first has the application, and the content goes to another one.
    @Test func anApplicationIsOnOneDisplay() {
        let rig = full(configuration("*"))
        #expect(own(rig) == ["HDMI-A-1": 0])
        #expect(roles(rig) == [.own, .external, .copy])
    }

    @Test func itNeedsNoExternalAndMovesNothing() {
        var rig = rig(configuration("DP-1", "HDMI-A-*"))
        rig.feed(.outputsChanged([panel]))
        let actions = rig.feed(.outputsChanged([panel, other]))
        #expect(actions.map(\.isEnabling) == [true, false] && actions.last == .copy([]))
        #expect(rig.topology.placement == .onPanel(.panel) && rig.topology.state == .panelOnly)
        rig.feed(.outputsChanged([panel, other, fourK]))
        #expect(own(rig) == ["DP-1": 0, "HDMI-A-1": 1] && rig.topology.placement == .onPanel(.panel))
        // Unplugged, plugged in again.
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(own(rig) == ["HDMI-A-1": 1])
        rig.feed(.outputsChanged([panel, fourK, other]))
        #expect(own(rig) == ["DP-1": 0, "HDMI-A-1": 1])
        rig.feed(.mirroringSwitched(false))
        #expect(own(rig).isEmpty)
    }

    @Test func itStaysWhenTheExternalGoes() {
        var rig = full(configuration("DP-1"))
        let actions = rig.feed(.outputsChanged([panel, other]))
        #expect(actions.contains(.place(.onPanel(.panel))) && !actions.contains(.disable(other.id)))
        #expect(own(rig) == ["DP-1": 0])
    }

    @Test func theUserChoosesOtherwise() {
        var rig = full(configuration("HDMI-A-2", "DP-1"))
        rig.feed(.externalChosen(other.id))
        #expect(rig.topology.roles.external == other.id && own(rig) == ["HDMI-A-2": 0])
        rig.feed(.externalChosen(nil))
        #expect(own(rig) == ["HDMI-A-2": 0, "DP-1": 1])
        rig.feed(.roleChosen(other.id, .copy))
        #expect(roles(rig) == [.external, .own, .copy])
        rig.feed(.displayForgotten(other.id))
        rig.feed(.arranged(.copy))
        #expect(roles(rig) == [.external, .copy, .copy])
        rig.feed(.arranged(.each))
        #expect(roles(rig) == [.external, .own, .own])
    }

    /// The servers are there from the start, so the rules that say which display has which hold until the end.
    @Test func otherCommandsTakeEffectAtTheNextStart() {
        var rig = full(configuration("DP-1"))
        let next = configuration("HDMI-A-2", "DP-1")
        rig.feed(.configured(next.panel, next.external, next.displays))
        #expect(own(rig) == ["DP-1": 0])
    }

    @Test func itMakesRoomForTheExternal() {
        var rig = rig(configuration("DP-1"))
        rig.capacity = 2
        rig.feed(.outputsChanged([panel, other]))
        #expect(own(rig) == ["DP-1": 0])
        rig.feed(.outputsChanged([panel, other, fourK]))
        #expect(rig.topology.placement == .onExternal(.fourK, controlledFrom: .panel) && own(rig).isEmpty)
    }
}
