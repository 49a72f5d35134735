import Geometry
import Mirroring
import Testing

/// An external that drops out is waited for.
@Suite struct TopologyHoldTests {
    private let panel = Displays.panel
    private let fourK = Displays.fourK
    private let enabledPanel = EnabledOutput.panel
    private let enabledFourK = EnabledOutput.fourK

    @Test func anExternalThatDropsOutAndComesBackMovesNothing() {
        var rig = rig(holding: 1500)
        rig.feed(.outputsChanged([panel, fourK]))
        let placements = rig.topology.counters.placements
        let gone = rig.feed(.outputsChanged([panel, fourKGone]))
        #expect(gone.contains(.hold(number: 1, microseconds: 1_500_000)) && gone.contains(.disable(fourK.id)))
        #expect(rig.topology.placement == .held(enabledFourK, controlledFrom: enabledPanel))
        #expect(rig.topology.state == .mirroring)
        #expect(rig.wait(microseconds: 1_000_000).isEmpty)
        #expect(rig.feed(.outputsChanged([panel, fourK])).contains(.enable(fourK.id, Displays.fourKMode, .normal)))
        #expect(rig.topology.placement == .onExternal(enabledFourK, controlledFrom: enabledPanel))
        #expect(rig.topology.counters.placements == placements)
        // The time of the last hold says nothing about the next one.
        rig.feed(.outputsChanged([panel]))
        #expect(rig.wait(microseconds: 1_000_000).isEmpty)
        #expect(rig.topology.placement == .held(enabledFourK, controlledFrom: enabledPanel))
        rig.wait(microseconds: 500_000)
        #expect(rig.topology.placement == .onPanel(enabledPanel))
        #expect(rig.topology.state == .panelOnly && rig.topology.roles == RoleAssignment(panel: panel.id))
    }

    @Test func aWaitEndsWithWhatItIsAbout() {
        let other = Displays.connected("HDMI-A-1", serial: "other")
        let endings: [(TopologyEvent, ContentPlacement?)] = [
            (.mirroringSwitched(false), .onPanel(enabledPanel)), (.outputsChanged([]), .parked), (.paused, .parked),
            (.outputsChanged([panel, other]), nil),
            (.outputsChanged([panel, Displays.connected("HDMI-A-2")]), nil),
        ]
        for (event, expected) in endings {
            var rig = rig(holding: 1500)
            rig.feed(.outputsChanged([panel, fourK]))
            rig.feed(.outputsChanged([panel]))
            #expect(rig.topology.placement == .held(enabledFourK, controlledFrom: enabledPanel))
            rig.feed(event)
            if case .held = rig.topology.placement { Issue.record("\(event)") }
            if let expected { #expect(rig.topology.placement == expected) }
        }
    }

    @Test func whatIsPluggedInElsewhereGetsTheContentAtOnce() {
        var rig = rig(holding: 1500)
        let spare = Displays.connected("HDMI-A-2")
        rig.feed(.outputsChanged([panel, fourK, spare]))
        let actions = rig.feed(.outputsChanged([panel, spare]))
        #expect(rig.topology.placement.contentOutput?.id == spare.id)
        #expect(!actions.contains(.place(.onPanel(enabledPanel))), "it went through the panel")
    }

    @Test func anExternalThatComesBackAndIsRefusedSendsTheContentHome() {
        var rig = rig(holding: 1500)
        rig.feed(.outputsChanged([panel, fourK]))
        rig.feed(.outputsChanged([panel]))
        rig.refuses = { id, _ in id.name == "HDMI-A-1" }
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement == .onPanel(enabledPanel))
    }

    private var fourKGone: OutputDescription {
        OutputDescription(id: fourK.id, connector: fourK.connector, isConnected: false)
    }
}
