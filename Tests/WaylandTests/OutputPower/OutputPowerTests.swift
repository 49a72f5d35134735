import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct OutputPowerTests {
    private let server: TestServer
    private let tool: WireClient
    private let switches = Switches()

    /// Displays as they were told to be.
    private final class Switches: PowerObserver {
        var asked: [String] = []
        var isThere = true

        func setPower(of id: OutputID, isOn: Bool) -> Bool {
            asked.append("\(id.name) \(isOn ? "on" : "off")")
            return isThere
        }
    }

    init() throws {
        server = try TestServer(layout: .filling)
        server.content.powerObserver = switches
        tool = server.connect(privilege: .tool).0
    }

    private func power() -> UInt32 {
        let power = tool.create(tool.bind("zwlr_output_power_manager_v1"), 0, [.uint(tool.bind("wl_output"))])
        tool.roundTrip()
        return power
    }

    private func modes(_ power: UInt32) -> [UInt32] { tool.events(of: power, 0).compactMap(\.words.first) }

    @Test func aDisplayIsTurnedOffAndOn() {
        let power = power()
        #expect(modes(power) == [1])
        tool.send(power, 0, [.uint(0)])
        tool.roundTrip()
        #expect(switches.asked == ["TEST-1 off"])
        #expect(modes(power) == [1], "nothing has happened yet")
        server.content.displaysTurnedOff([OutputID("TEST-1")])
        tool.roundTrip()
        #expect(modes(power) == [1, 0])
        server.content.displaysTurnedOff([])
        tool.send(power, 0, [.uint(1)])
        tool.roundTrip()
        #expect(switches.asked == ["TEST-1 off", "TEST-1 on"])
        #expect(modes(power) == [1, 0, 1])
    }

    @Test func anotherDisplayMayBeOn() {
        server.content.displaysTurnedOff([OutputID("TEST-1")])
        let power = power()
        #expect(modes(power) == [0])
        var screen = TestServer.screen
        screen.name = "OTHER-1"
        server.content.layOut(on: screen)
        tool.roundTrip()
        #expect(modes(power) == [0, 1])
    }

    @Test func aDisplayThatIsNotThereFails() {
        let power = power()
        switches.isThere = false
        tool.send(power, 0, [.uint(0)])
        tool.roundTrip()
        #expect(tool.events(of: power, 1).count == 1)
    }

    @Test func whatIsNeitherOffNorOnEndsTheConnection() {
        let power = power()
        tool.send(power, 0, [.uint(2)])
        tool.roundTrip()
        #expect(tool.error?.code == 1)
    }

    @Test func applicationsDoNotSeeIt() {
        let application = server.connect().0
        application.roundTrip()
        #expect(!application.globals.keys.contains("zwlr_output_power_manager_v1"))
    }
}
