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
            if random.chance(20) { rules.chosenExternal = displays.randomElement(using: &random)?.id }
            let present = displays.filter { _ in random.chance(70) }.shuffled(using: &random)
            let roles = rules.assign(present, previous: previous)
            previous = roles
            let usable = present.filter(\.canShowPictures)
            func ids(_ role: OutputRole) -> [OutputID] { present.map(\.id).filter { roles.role(of: $0) == role } }
            #expect(ids(.panel).count == min(1, usable.count), "the panel is dark")
            let others = usable.map(\.id).filter { $0 != roles.panel && !rules.spares.contains($0) }
            #expect(ids(.external).count == min(1, others.count))
            #expect(Set(ids(.copy)) == rules.copies.intersection(others).subtracting(ids(.external)))
            #expect(ids(.external) == [roles.external].compactMap(\.self) && roles.role(of: OutputID("DP-9")) == .spare)
        }
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
