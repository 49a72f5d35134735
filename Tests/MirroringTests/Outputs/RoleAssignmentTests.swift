import Geometry
import TestSupport
import Testing

@testable import Mirroring

@Suite struct RoleAssignmentTests {
    private let hdmi1 = Displays.connected("HDMI-A-1")
    private let hdmi2 = Displays.connected("HDMI-A-2")
    private let fourK = Displays.connected("DP-1", .displayPort, modes: [Displays.fourKMode])

    private func pair(_ panel: String, _ external: String) -> RoleAssignment {
        RoleAssignment(panel: OutputID(panel), external: OutputID(external))
    }

    private func withCopies(_ panel: String, _ external: String, _ copies: [String]) -> RoleAssignment {
        RoleAssignment(panel: OutputID(panel), external: OutputID(external), copies: copies.map { OutputID($0) })
    }

    /// The rules for two displays, how the others are used, and the roles of HDMI-A-1 and HDMI-A-2 beside a larger DP-1.
    private static let arrangements: [(OutputRole?, OutputRole?, ExternalArrangement, roles: [OutputRole])] =
        [
            (nil, nil, .copy, [.copy, .copy]), (nil, nil, .one, [.spare, .spare]),
            (.spare, nil, .copy, [.spare, .copy]), (.spare, nil, .one, [.spare, .spare]),
            (.copy, nil, .copy, [.copy, .copy]), (.copy, nil, .one, [.copy, .spare]),
            (.copy, .spare, .copy, [.copy, .spare]), (.copy, .spare, .one, [.copy, .spare]),
            // Of two displays with the external's role the second one is as any other.
            (.external, .external, .copy, [.external, .copy]), (.external, .external, .one, [.external, .spare]),
            (.controller, nil, .copy, [.controller, .copy]),
            (.controller, .controller, .one, [.controller, .controller]),
            (.panel, nil, .copy, [.panel, .copy]), (.panel, nil, .one, [.panel, .spare]),
        ]

    @Test(arguments: arrangements.indices)
    func furtherDisplaysCopyUnlessToldOtherwise(_ index: Int) {
        let (first, second, arrangement, roles) = Self.arrangements[index]
        var configuration = Configuration()
        configuration.external.arrangement = arrangement
        configuration.displays = [("HDMI-A-1", first), ("HDMI-A-2", second)].compactMap { name, role in
            role.map { DisplayRule(connector: TextPattern(name), role: $0) }
        }
        let assigned = configuration.roles(of: [Displays.panel, hdmi1, hdmi2, fourK])
        #expect([hdmi1, hdmi2].map { assigned.role(of: $0.id) } == roles)
    }

    @Test(arguments: UInt64(0)..<200)
    func everyUsableDisplayHasItsRole(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let displays = [
            Displays.panel, hdmi1, hdmi2, fourK, Displays.empty("DP-2"), Displays.connected("HDMI-A-3", modes: []),
        ]
        var previous = RoleAssignment.none
        for _ in 0..<30 {
            var rules = RoleRules(policy: random.chance(50) ? .largest : .first)
            func some() -> Set<OutputID> { Set(displays.map(\.id).filter { _ in random.chance(40) }) }
            rules.copies = some()
            rules.spares = some()
            rules.controllers = random.chance(50) ? some().subtracting(rules.copies) : []
            if random.chance(20) { rules.chosenExternal = displays.randomElement(using: &random)?.id }
            let present = displays.filter { _ in random.chance(70) }.shuffled(using: &random)
            let roles = rules.assign(present, previous: previous)
            previous = roles
            let usable = present.filter(\.canShowPictures)
            func ids(_ role: OutputRole) -> [OutputID] { present.map(\.id).filter { roles.role(of: $0) == role } }
            #expect(ids(.panel).count == min(1, usable.count), "the panel is dark")
            let others = usable.map(\.id).filter { $0 != roles.panel && !rules.spares.contains($0) }
            let candidates = others.filter { !rules.controllers.contains($0) || $0 == rules.chosenExternal }
            #expect(ids(.external).count == min(1, candidates.count))
            #expect(ids(.external).allSatisfy(candidates.contains), "a controller became the external")
            let controllers = ids(.external).isEmpty ? [] : rules.controllers.intersection(others)
            #expect(Set(ids(.controller)) == controllers.subtracting(ids(.external)))
            let copies = ids(.external).isEmpty ? [] : rules.copies.intersection(others)
            #expect(Set(ids(.copy)) == copies.subtracting(ids(.external)))
            #expect(ids(.external) == [roles.external].compactMap(\.self) && roles.role(of: OutputID("DP-9")) == .spare)
        }
    }

    /// A second panel is neither panel nor external, unless nothing else is there or the user says so.
    @Test func aControllerLeavesTheOtherRolesToOthers() {
        let second = OutputID("DP-1")
        var rules = RoleRules()
        rules.controllers = [second]
        #expect(
            rules.assign([fourK, Displays.panel, hdmi1])
                == RoleAssignment(panel: OutputID("DSI-1"), external: OutputID("HDMI-A-1"), controllers: [second]))
        #expect(rules.assign([fourK, Displays.panel]) == RoleAssignment(panel: OutputID("DSI-1")))
        #expect(rules.assign([fourK, hdmi1]) == RoleAssignment(panel: OutputID("HDMI-A-1")))
        let alone = rules.assign([fourK])
        #expect(alone == RoleAssignment(panel: second))
        #expect(rules.assign([fourK, hdmi1], previous: alone) == pair("DP-1", "HDMI-A-1"), "it stays in the hands")
        rules.chosenExternal = second
        #expect(rules.assign([hdmi1, fourK]) == pair("HDMI-A-1", "DP-1"))
        // Of two built-in displays the other one is the panel.
        rules.controllers = [OutputID("DSI-1")]
        rules.chosenExternal = nil
        let inner = Displays.connected("DSI-2", .dsi)
        #expect(rules.assign([Displays.panel, inner, hdmi1]).panel == OutputID("DSI-2"))
        #expect(rules.assign([Displays.panel, hdmi1]) == pair("DSI-1", "HDMI-A-1"))
    }

    @Test func aBuiltInDisplayIsThePanelWhateverCameFirst() {
        #expect(RoleRules().assign([fourK, Displays.panel]) == pair("DSI-1", "DP-1"))
        let previous = RoleAssignment(panel: OutputID("DP-1"))
        #expect(RoleRules().assign([fourK, Displays.panel], previous: previous) == pair("DSI-1", "DP-1"))
    }

    @Test func theFirstSeenStaysThePanelWhileItIsConnected() {
        let rules = RoleRules()
        var roles = rules.assign([hdmi2])
        #expect(roles == RoleAssignment(panel: OutputID("HDMI-A-2")))
        roles = rules.assign([hdmi1, hdmi2], previous: roles)
        #expect(roles == pair("HDMI-A-2", "HDMI-A-1"))
        roles = rules.assign([hdmi1], previous: roles)
        #expect(roles == RoleAssignment(panel: OutputID("HDMI-A-1")))
        roles = rules.assign([hdmi2, hdmi1], previous: roles)
        #expect(roles == pair("HDMI-A-1", "HDMI-A-2"))
    }

    @Test func theLargestOfTheOthersIsTheExternal() {
        let roles = RoleRules().assign([Displays.panel, hdmi1, fourK])
        #expect(roles == pair("DSI-1", "DP-1"))
        #expect(roles.role(of: OutputID("HDMI-A-1")) == .spare)
    }

    @Test func betweenEqualsThePresentExternalStays() {
        let roles = RoleRules().assign([Displays.panel, hdmi1, hdmi2], previous: pair("DSI-1", "HDMI-A-2"))
        #expect(roles == pair("DSI-1", "HDMI-A-2"))
    }

    @Test func configurationGoesFirstAndFallsBack() {
        let rules = RoleRules(panelOutput: OutputID("HDMI-A-1"), externalOutput: OutputID("HDMI-A-2"))
        #expect(rules.assign([Displays.panel, hdmi1, hdmi2, fourK]) == pair("HDMI-A-1", "HDMI-A-2"))
        #expect(rules.assign([Displays.panel, fourK]) == pair("DSI-1", "DP-1"))
        #expect(rules.assign([hdmi2]) == RoleAssignment(panel: OutputID("HDMI-A-2")))
    }

    @Test func aConfigurationAloneSaysTheRolesAtTheStart() {
        var configuration = Configuration()
        let all = [Displays.panel, hdmi1, fourK]
        #expect(configuration.roles(of: all) == withCopies("DSI-1", "DP-1", ["HDMI-A-1"]))
        configuration.external.arrangement = .one
        #expect(configuration.roles(of: all) == pair("DSI-1", "DP-1"))
        configuration.displays = [DisplayRule(connector: TextPattern("DP-*"), role: .spare)]
        #expect(configuration.roles(of: [Displays.panel, hdmi1, fourK]) == pair("DSI-1", "HDMI-A-1"))
        configuration.panel.output = OutputID("HDMI-A-1")
        #expect(configuration.roles(of: [Displays.panel, hdmi1, fourK]) == pair("HDMI-A-1", "DSI-1"))
    }

    @Test func theFirstStaysTheExternalWhenThatIsThePolicy() {
        let rules = RoleRules(policy: .first)
        #expect(rules.assign([Displays.panel, hdmi2, fourK]) == pair("DSI-1", "HDMI-A-2"))
        #expect(
            rules.assign([Displays.panel, fourK, hdmi2], previous: pair("DSI-1", "HDMI-A-2"))
                == pair("DSI-1", "HDMI-A-2"))
        #expect(rules.assign([Displays.panel, fourK], previous: pair("DSI-1", "HDMI-A-2")) == pair("DSI-1", "DP-1"))
    }

    @Test func theUsersChoiceGoesBeforeTheConfigurations() {
        let rules = RoleRules(externalOutput: OutputID("HDMI-A-2"), chosenExternal: OutputID("HDMI-A-1"))
        #expect(rules.assign([Displays.panel, hdmi1, hdmi2, fourK]) == pair("DSI-1", "HDMI-A-1"))
        #expect(rules.assign([Displays.panel, hdmi2, fourK]) == pair("DSI-1", "HDMI-A-2"))
        #expect(rules.assign([Displays.panel, fourK]) == pair("DSI-1", "DP-1"))
    }

    @Test func whatCannotShowPicturesGetsNoRole() {
        let writeback = Displays.connected("Writeback-1", .writeback)
        let modeless = Displays.connected("HDMI-A-3", modes: [])
        #expect(RoleRules().assign([writeback, modeless, Displays.empty("DP-2")]) == .none)
        #expect(RoleRules().assign([writeback, hdmi1]) == RoleAssignment(panel: OutputID("HDMI-A-1")))
    }
}
