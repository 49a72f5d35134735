import Geometry
import Mirroring
import Testing

/// What is refused, lacks something or fails is tried again.
@Suite struct TopologyRetryTests {
    private let panel = Displays.panel
    private let fourK = Displays.fourK
    private let enabledPanel = EnabledOutput.panel
    private let enabledFourK = EnabledOutput.fourK

    @Test func anExternalThatTakesNoModeIsTriedThreeTimesMore() {
        var rig = rig { id, _ in id.name == "HDMI-A-1" }
        rig.feed(.outputsChanged([panel, fourK]))
        var delays: [Int64] = []
        while let next = rig.retries.first {
            delays.append(next.retry.delayMicroseconds / 1_000_000)
            rig.wait(microseconds: next.retry.delayMicroseconds)
        }
        #expect(delays == [2, 10, 30])
        #expect(rig.topology.placement == .onPanel(enabledPanel))
    }

    @Test func anExternalThatTakesNoModeStaysDarkUntilItChanges() {
        var rig = rig { id, _ in id.name == "HDMI-A-1" }
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement == .onPanel(enabledPanel))
        #expect(rig.topology.state == .panelOnly)
        #expect(rig.topology.role(of: fourK.id) == .spare)
        #expect(rig.feed(.outputsChanged([panel, fourK])).isEmpty)
        let other = Displays.connected("HDMI-A-1", serial: "other")
        #expect(rig.feed(.outputsChanged([panel, other])).contains { $0.isEnabling })
    }

    @Test func whatLackedSomethingForAMomentIsTriedAgainEverLater() {
        var rig = rig()
        rig.lacks = { id, _ in id.name == "HDMI-A-1" ? "no memory" : nil }
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement == .onPanel(enabledPanel))
        #expect(rig.retries.map(\.retry.reason) == ["no memory"])
        var delays: [Int64] = []
        for _ in 0..<9 {
            guard let next = rig.retries.first else { break }
            delays.append(next.retry.delayMicroseconds / 1000)
            #expect(rig.wait(microseconds: next.retry.delayMicroseconds - 1).isEmpty, "too early")
            #expect(!rig.wait(microseconds: 1).isEmpty)
        }
        #expect(delays == [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000])
        #expect(rig.topology.placement == .onPanel(enabledPanel))
        rig.lacks = { _, _ in nil }
        rig.wait(microseconds: 30_000_000)
        #expect(rig.topology.placement == .onExternal(enabledFourK, controlledFrom: enabledPanel))
        #expect(rig.retries.isEmpty)
    }

    @Test func aModeThatIsTakenEndsTheWaitForABetterOne() {
        var rig = rig()
        rig.lacks = { _, mode in mode == Displays.fourKMode ? "no memory" : nil }
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement.contentOutput?.mode == Displays.mode(1920, 1080))
        #expect(rig.retries.isEmpty)
    }

    @Test func aShortageOfOneModeAmongRefusedOnesIsEnoughForARetry() {
        var rig = rig { _, mode in mode != Displays.panelMode && mode != Displays.fourKMode }
        rig.lacks = { _, mode in mode == Displays.fourKMode ? "no memory" : nil }
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.retries.count == 1)
        // Now it is refused for good.
        rig.lacks = { _, _ in nil }
        rig.refuses = { id, _ in id.name == "HDMI-A-1" }
        rig.wait(microseconds: 60_000_000)
        #expect(rig.retries.isEmpty && rig.topology.placement == .onPanel(enabledPanel))
    }

    @Test func aRetryOfADisplayThatHasGoneOrChangedComesToNothing() {
        var rig = rig()
        rig.lacks = { id, _ in id.name == "HDMI-A-1" ? "no memory" : nil }
        rig.feed(.outputsChanged([panel, fourK]))
        rig.feed(.outputsChanged([panel]))
        #expect(rig.wait(microseconds: 60_000_000).isEmpty)
        rig.feed(.outputsChanged([panel, fourK]))
        let retry = rig.retries.first?.retry
        #expect(retry?.delayMicroseconds == 500_000, "it begins anew")
        rig.feed(.paused)
        #expect(rig.wait(microseconds: 60_000_000).isEmpty)
    }

    /// What fails again and again must not take the content away for ever.
    @Test func anExternalThatFailsIsTriedAgainThreeTimes() {
        var rig = rig()
        rig.feed(.outputsChanged([panel, fourK]))
        for delay in [Int64(2), 10, 30] {
            let actions = rig.feed(.outputFailed(fourK.id, reason: "no events"))
            #expect(actions.contains(.disable(fourK.id)))
            #expect(rig.topology.placement == .onPanel(enabledPanel))
            #expect(rig.topology.state == .panelOnly)
            #expect(rig.wait(microseconds: delay * 1_000_000 - 1).isEmpty, "too early")
            rig.wait(microseconds: 1)
            #expect(rig.topology.placement == .onExternal(enabledFourK, controlledFrom: enabledPanel))
        }
        #expect(
            rig.feed(.outputFailed(fourK.id, reason: "no events"))
                .contains(.giveUp(fourK.id, reason: "no events")))
        #expect(rig.wait(microseconds: 120_000_000).isEmpty)
        // Plugged in anew, it begins anew.
        rig.feed(.outputsChanged([panel]))
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement == .onExternal(enabledFourK, controlledFrom: enabledPanel))
        rig.feed(.outputFailed(fourK.id, reason: "no events"))
        #expect(rig.retries.last?.retry.delayMicroseconds == 2_000_000)
    }

    @Test func theFailureOfAnOutputThatIsOffComesToNothing() {
        var rig = rig()
        rig.feed(.outputsChanged([panel]))
        #expect(rig.feed(.outputFailed(fourK.id, reason: "no events")).isEmpty)
    }

    @Test func aPanelThatLackedSomethingTakesItsPlaceWhenItCanBeLit() {
        var rig = rig()
        rig.lacks = { id, _ in id.name == "DSI-1" ? "no memory" : nil }
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement == .onPanel(enabledFourK))
        rig.lacks = { _, _ in nil }
        rig.wait(microseconds: 500_000)
        #expect(rig.topology.placement == .onExternal(enabledFourK, controlledFrom: enabledPanel))
    }
}
