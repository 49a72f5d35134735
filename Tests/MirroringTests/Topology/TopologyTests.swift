import Geometry
import Mirroring
import Testing

@Suite struct TopologyTests {
    private let panel = Displays.panel
    private let fourK = Displays.fourK
    private let enabledPanel = EnabledOutput(description: Displays.panel, mode: Displays.panelMode, transform: .normal)
    private let enabledFourK = EnabledOutput(description: Displays.fourK, mode: Displays.fourKMode, transform: .normal)

    /// A machine whose topology is driven with answers to every modeset, by a rule.
    private func rig(
        _ configuration: Configuration? = nil, holding milliseconds: Int64 = 0,
        refusing: @escaping (OutputID, Mode) -> Bool = { _, _ in false }
    ) -> TopologyRig {
        var configuration = configuration ?? Configuration()
        configuration.external.holdMicroseconds = milliseconds * 1000
        return TopologyRig(configuration: configuration, refuses: refusing)
    }

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

    @Test func aPanelThatTakesNoModeLeavesItsPlaceToAnother() {
        var rig = rig { id, _ in id.name == "DSI-1" }
        rig.feed(.outputsChanged([panel, fourK]))
        #expect(rig.topology.placement == .onPanel(enabledFourK))
        #expect(rig.topology.roles == .panelOnly(fourK.id))
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
        #expect(rig.topology.enabledOutputs[small.id] == nil)
        #expect(rig.topology.role(of: small.id) == .spare)
    }

    @Test func theContentGoesFromExternalToExternal() {
        var rig = rig()
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
        #expect(rig.topology.roles == .pair(panel: panel.id, external: small.id))
    }

    @Test func aLargerDisplayThatTakesNoModeLeavesTheContentWhereItIs() {
        var rig = rig { id, _ in id.name == "HDMI-A-1" }
        let small = Displays.connected("HDMI-A-2")
        rig.feed(.outputsChanged([panel, small]))
        let actions = rig.feed(.outputsChanged([panel, small, fourK]))
        #expect(actions.filter(\.isEnabling) == fourK.modes.map { .enable(fourK.id, $0, .normal) })
        #expect(actions.count == fourK.modes.count + 1 && rig.retries.count == 1)
        #expect(rig.topology.roles == .pair(panel: panel.id, external: small.id))
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
        var configuration = Configuration()
        configuration.external.policy = .first
        var rig = rig(configuration)
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
        #expect(rig.topology.state == .panelOnly && rig.topology.roles == .panelOnly(panel.id))
    }

    @Test func aWaitEndsWithWhatItIsAbout() {
        let other = Displays.connected("HDMI-A-1", serial: "other")
        let spare = Displays.connected("HDMI-A-2")
        let endings: [(TopologyEvent, ContentPlacement?)] = [
            (.mirroringSwitched(false), .onPanel(enabledPanel)), (.outputsChanged([]), .parked), (.paused, .parked),
            (.outputsChanged([panel, other]), nil), (.externalChosen(spare.id), nil),
        ]
        for (event, expected) in endings {
            var rig = rig(holding: 1500)
            rig.feed(.outputsChanged([panel, fourK, spare]))
            rig.feed(.outputsChanged([panel, spare]))
            #expect(rig.topology.placement == .held(enabledFourK, controlledFrom: enabledPanel))
            rig.feed(event)
            if case .held = rig.topology.placement { Issue.record("\(event)") }
            if let expected { #expect(rig.topology.placement == expected) }
        }
    }

    /// Another display that could take the content waits as well.
    @Test func whatIsPluggedInElsewhereGetsTheContentAfterTheWait() {
        var rig = rig(holding: 1500)
        let spare = Displays.connected("HDMI-A-2")
        rig.feed(.outputsChanged([panel, fourK, spare]))
        rig.feed(.outputsChanged([panel, spare]))
        #expect(rig.topology.placement == .held(enabledFourK, controlledFrom: enabledPanel))
        let actions = rig.wait(microseconds: 1_500_000)
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

extension TopologyAction {
    fileprivate var isEnabling: Bool {
        if case .enable = self { true } else { false }
    }
}
