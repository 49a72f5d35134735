import Geometry
import Mirroring
import TestSupport
import Testing

/// Long random lives of a machine; `TopologyRig` checks the invariants after every step.
@Suite struct TopologyRandomTests {
    private static let connectors: [(String, ConnectorType)] = [
        ("eDP-1", .eDP), ("DSI-1", .dsi), ("HDMI-A-1", .hdmiA), ("HDMI-A-2", .hdmiA), ("DP-1", .displayPort),
        ("Writeback-1", .writeback),
    ]

    @Test(arguments: UInt64(0)..<120)
    func contentIsAlwaysOnOneLiveOutputOrParked(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = TopologyRig(configuration: configuration(&random))
        if random.chance(20) { rig.capacity = 2 }
        var outputs: [OutputDescription] = []
        for _ in 0..<60 {
            let refusal = [0, 0, 30, 100][Int.random(in: 0..<4, using: &random)]
            let salt = random.next()
            rig.refuses = { id, mode in
                var dice = SplitMix64(seed: salt ^ UInt64(mode.size.width &* 31 &+ id.name.utf8.count))
                return dice.chance(refusal)
            }
            rig.feed(event(&outputs, &random))
        }
        rig.refuses = { _, _ in false }
        rig.feed(.resumed)
        rig.feed(.outputsChanged(outputs))
        let canShow = outputs.contains(where: \.canShowPictures)
        #expect((rig.topology.placement != .parked) == canShow, "a willing display is not used")
    }

    /// What only lacks something for a while is enabled in the end, with no other event than the time that passes.
    @Test(arguments: UInt64(0)..<80)
    func aShortageThatPassesLeavesNothingDark(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = TopologyRig(configuration: configuration(&random))
        if random.chance(20) { rig.capacity = 2 }
        var outputs: [OutputDescription] = []
        for _ in 0..<60 {
            let share = [0, 40, 100][Int.random(in: 0..<3, using: &random)]
            let salt = random.next()
            rig.lacks = { id, mode in
                var dice = SplitMix64(seed: salt ^ UInt64(mode.size.width &* 31 &+ id.name.utf8.count))
                return dice.chance(share) ? "no memory" : nil
            }
            if random.chance(30) {
                rig.wait(microseconds: .random(in: 0...40_000_000, using: &random))
            } else {
                rig.feed(event(&outputs, &random))
            }
        }
        rig.feed(.resumed)
        rig.feed(.lidMoved(isClosed: false))
        rig.lacks = { _, _ in nil }
        rig.wait(microseconds: 30_000_000)
        #expect(rig.retries.isEmpty)
        let canShow = outputs.filter(\.canShowPictures)
        #expect((rig.topology.placement != .parked) == !canShow.isEmpty, "a display was forgotten")
        let enabled = rig.topology.enabledOutputs
        for id in [rig.topology.roles.panel, rig.topology.roles.external].compactMap(\.self) {
            let isUsed = id == rig.topology.roles.panel || rig.topology.isMirroringEnabled
            #expect(!isUsed || enabled[id] != nil, "\(id) is dark")
        }
        for output in canShow { #expect(!rig.topology.awaitsRetry(output.id)) }
    }

    /// Answers that come late, twice, or never must not bring the machine out of order.
    @Test(arguments: UInt64(0)..<60)
    func strayAnswersKeepTheContentOffDarkOutputs(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var topology = Topology(configuration: configuration(&random))
        var outputs: [OutputDescription] = []
        var attempts: [(OutputID, Mode)] = []
        var retries: [EnableRetry] = []
        var holds: [Int] = []
        for _ in 0..<80 {
            let event: TopologyEvent
            let before = topology.placement
            if let attempt = attempts.randomElement(using: &random), random.chance(60) {
                event =
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0: .modesetLacksRoom(attempt.0, attempt.1)
                    case 1: .modesetMetShortage(attempt.0, attempt.1, reason: "no memory")
                    default: .modesetFinished(attempt.0, attempt.1, succeeded: random.chance(70))
                    }
            } else if let retry = retries.randomElement(using: &random), random.chance(30) {
                event = .retryDue(retry.output, number: retry.number)
            } else if let number = holds.randomElement(using: &random), random.chance(20) {
                event = .holdOver(number: number)
            } else {
                event = self.event(&outputs, &random)
            }
            for action in topology.handle(event) {
                if case .enable(let id, let mode, _) = action { attempts.append((id, mode)) }
                if case .retry(let retry) = action { retries.append(retry) }
                if case .hold(let number, _) = action { holds.append(number) }
            }
            let enabled = topology.enabledOutputs
            #expect((topology.placement == .parked) == enabled.isEmpty)
            if case .held(let external, _) = topology.placement { #expect(enabled[external.id] == nil) }
            for output in [topology.placement.contentOutput, topology.placement.panel].compactMap(\.self) {
                if case .held(output, _) = topology.placement { continue }
                #expect(enabled[output.id] == output)
                // The external may have gone or changed while the next one is being enabled.
                let isHeld = topology.placement == before && output.id == topology.placement.contentOutput?.id
                #expect(isHeld || topology.outputs.contains(output.description))
            }
        }
    }

    private func configuration(_ random: inout SplitMix64) -> Configuration {
        var configuration = Configuration()
        if random.chance(30) { configuration.panel.output = OutputID("HDMI-A-1") }
        if random.chance(30) { configuration.external.output = OutputID("HDMI-A-2") }
        if random.chance(30) { configuration.external.mode = ModeRequest(size: Size(width: 640, height: 480)) }
        if random.chance(30) { configuration.external.policy = .first }
        if random.chance(30) { configuration.external.transform = .rotated90 }
        configuration.external.isMirroringEnabled = random.chance(80)
        if random.chance(50) { configuration.external.holdMicroseconds = 0 }
        if random.chance(50) {
            let names = ["HDMI-A-1", "HDMI-A-2", "DP-1", "*"].filter { _ in random.chance(40) }
            configuration.displays = names.map {
                DisplayRule(connector: TextPattern($0), role: random.chance(70) ? .copy : .controller)
            }
        } else if random.chance(60) {
            let names = ["HDMI-A-1", "HDMI-A-2", "DP-1", "eDP-1", "*"].filter { _ in random.chance(50) }
            configuration.displays = names.map { DisplayRule(connector: TextPattern($0), command: [$0]) }
            configuration.external.arrangement = .each
        }
        if random.chance(60) {
            configuration.external.arrangement = ExternalArrangement.allCases.randomElement(using: &random) ?? .copy
        }
        return configuration
    }

    private func event(_ outputs: inout [OutputDescription], _ random: inout SplitMix64) -> TopologyEvent {
        switch Int.random(in: 0..<14, using: &random) {
        case 13: return .arranged(ExternalArrangement.allCases.randomElement(using: &random) ?? .copy)
        case 12:
            let id = Self.connectors.randomElement(using: &random).map { OutputID($0.0) } ?? OutputID("DP-1")
            return .roleChosen(id, [.copy, .spare, .controller].randomElement(using: &random) ?? .copy)
        case 11: return .lidMoved(isClosed: random.chance(60))
        case 0: return .mirroringSwitched(random.chance(60))
        case 10:
            let next = configuration(&random)
            return .configured(next.panel, next.external, next.displays)
        case 1: return .paused
        case 2, 3: return .resumed
        case 4:
            let choice = Self.connectors.randomElement(using: &random).map { OutputID($0.0) }
            return .externalChosen(random.chance(70) ? choice : nil)
        default:
            mutate(&outputs, &random)
            return .outputsChanged(outputs)
        }
    }

    private func mutate(_ outputs: inout [OutputDescription], _ random: inout SplitMix64) {
        if random.chance(5) { outputs = [] }
        for (name, type) in Self.connectors where random.chance(30) {
            outputs.removeAll { $0.id.name == name }
            let place = Int.random(in: 0...outputs.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: break
            case 1: outputs.insert(Displays.empty(name, type), at: place)
            default: outputs.insert(display(name, type, &random), at: place)
            }
        }
        if random.chance(5), let double = outputs.first { outputs.append(double) }
    }

    private func display(_ name: String, _ type: ConnectorType, _ random: inout SplitMix64) -> OutputDescription {
        let sizes = [(640, 480), (1280, 800), (1920, 1080), (3840, 2160), (0, 10)]
        let modes = sizes.filter { _ in random.chance(50) }.map {
            Displays.mode($0.0, $0.1, preferred: random.chance(25))
        }
        return Displays.connected(
            name, type, modes: modes.shuffled(using: &random), serial: random.chance(50) ? "1" : "2")
    }
}
