import Geometry
import Mirroring
import Testing

@testable import Control

@Suite struct ControlAccessTests {
    @Test func statusAndPictureInPictureAreAll() throws {
        let fixture = try ControlFixture(access: .status)
        let client = try fixture.connect()
        #expect(fixture.exchange(client, "{\"command\":\"status\"}\n").count == 1)
        #expect(fixture.handler.requests == [StatusRequest()])
        for request in [
            #"{"command":"outputs"}"#, #"{"command":"screenshot","screen":"panel"}"#,
            #"{"command":"mirror","enabled":true}"#, #"{"command":"pip","action":"start","source":"hud"}"#,
            #"{"command":"pip","action":"stop"}"#, #"{"command":"panel.show","foreground":"content"}"#,
            #"{"command":"hud","action":"hide"}"#, #"{"command":"virtual.unplug","name":"A"}"#,
            #"{"command":"virtual.key","code":30,"pressed":true}"#, #"{"command":"input.record"}"#,
            #"{"command":"input.inject","events":[]}"#,
        ] {
            let reply = fixture.exchange(client, request + "\n")
            #expect(reply.count == 1 && reply[0].contains("not allowed"), "\(request): \(reply)")
        }
        #expect(fixture.handler.requests == [StatusRequest()])
    }

    /// Fingers that are down when a locker comes can be lifted, and a locker's screen can be touched.
    @Test func virtualHardwareWorksWhileLocked() {
        let commands = ControlCommands.virtualDisplays + ControlCommands.virtualInput
        let refused = commands.filter { !$0.worksWhileLocked }.map { $0.name }
        #expect(refused == [])
    }

    @Test func ofAllEventsOnlyThoseOfThePictureArePublished() throws {
        let fixture = try ControlFixture(access: .status)
        let client = try fixture.connect()
        #expect(fixture.exchange(client, "{\"command\":\"events\"}\n").count == 1)
        let time = Timestamp(microseconds: 5)
        fixture.server?.publish(ServiceEvent(.clientConnected(pid: 1), at: time))
        fixture.server?.publish(ServiceEvent(.pip(.activeChanged(true)), at: time))
        fixture.server?.publish(ServiceEvent(.seatPaused, at: time))
        fixture.settle()
        let lines = client.receive()
        #expect(lines.count == 1 && lines[0].contains("pip"), "\(lines)")
    }
}
