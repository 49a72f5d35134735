import Mirroring
import Testing

/// A laptop's lid.
@Suite struct TopologyLidTests {
    @Test func beneathALidTheExternalServesAlone() {
        var rig = rig()
        rig.feed(.outputsChanged([Displays.panel, Displays.fourK]))
        let actions = rig.feed(.lidMoved(isClosed: true))
        #expect(rig.topology.placement == .onPanel(.fourK))
        #expect(actions.filter(\.isEnabling).isEmpty, "the external is left as it is")
        #expect(actions.contains(.disable(Displays.panel.id)))
        #expect(rig.topology.role(of: Displays.panel.id) == .panel)
        #expect(rig.topology.role(of: Displays.fourK.id) == .external)
        rig.feed(.lidMoved(isClosed: false))
        #expect(rig.topology.placement == .onExternal(.fourK, controlledFrom: .panel))
    }

    @Test func withoutAnExternalNothingChanges() {
        var rig = rig()
        rig.feed(.outputsChanged([Displays.panel]))
        #expect(rig.feed(.lidMoved(isClosed: true)).isEmpty)
        #expect(rig.topology.placement == .onPanel(.panel))
        rig.feed(.outputsChanged([Displays.panel, Displays.fourK]))
        #expect(rig.topology.placement == .onPanel(.fourK))
        rig.feed(.outputsChanged([Displays.panel]))
        #expect(rig.topology.placement == .onPanel(.panel), "the content comes home")
    }

    @Test func anExternalThatIsNotUsedCountsNot() {
        var rig = rig()
        rig.feed(.outputsChanged([Displays.panel, Displays.fourK]))
        rig.feed(.mirroringSwitched(false))
        #expect(rig.feed(.lidMoved(isClosed: true)).isEmpty)
        rig.feed(.mirroringSwitched(true))
        #expect(rig.topology.placement == .onPanel(.fourK))
    }

    @Test func aPanelThatIsNotBuiltInHasNoLid() {
        var rig = rig()
        rig.feed(.outputsChanged([Displays.connected("HDMI-A-2"), Displays.connected("HDMI-A-1")]))
        #expect(rig.feed(.lidMoved(isClosed: true)).isEmpty)
    }

    @Test func anExternalThatIsRefusedLeavesThePanelOn() {
        var rig = rig(refusing: { id, _ in id == Displays.fourK.id })
        rig.feed(.lidMoved(isClosed: true))
        rig.feed(.outputsChanged([Displays.panel, Displays.fourK]))
        #expect(rig.topology.placement == .onPanel(.panel))
    }
}
