import Geometry
import Testing

@testable import Mirroring

@Suite struct RoleAssignmentTests {
    private let hdmi1 = Displays.connected("HDMI-A-1")
    private let hdmi2 = Displays.connected("HDMI-A-2")
    private let fourK = Displays.connected("DP-1", .displayPort, modes: [Displays.fourKMode])

    private func pair(_ panel: String, _ external: String) -> RoleAssignment {
        RoleAssignment(panel: OutputID(panel), external: OutputID(external))
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
        #expect(configuration.roles(of: [Displays.panel, hdmi1, fourK]) == pair("DSI-1", "DP-1"))
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
