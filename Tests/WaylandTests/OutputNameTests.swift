import Geometry
import Mirroring
import Testing

@testable import Wayland

/// The output's name, which the protocol lets be sent once to each object.
@Suite struct OutputNameTests {
    @Test func theNameIsSentOnceAndTheDescriptionFollowsTheDisplay() throws {
        let server = try TestServer()
        let (client, _) = server.connect()
        let output = client.bind("wl_output")
        let described = [2, 3].map { version in
            client.create(client.bind("zxdg_output_manager_v1", version: version), 1, [.uint(output)])
        }
        client.roundTrip()
        var screen = TestServer.screen
        screen.name = "HDMI-A-1"
        server.content.layOut(on: screen)
        client.roundTrip()
        #expect(texts(client, output, 4) == ["TEST-1"])
        #expect(texts(client, output, 5) == ["TST Screen (TEST-1)", "TST Screen (HDMI-A-1)"])
        for object in described { #expect(texts(client, object, 3) == ["TEST-1"]) }
        #expect(texts(client, described[0], 4) == ["TST Screen (TEST-1)"])
        #expect(texts(client, described[1], 4) == ["TST Screen (TEST-1)", "TST Screen (HDMI-A-1)"])
        #expect(client.error == nil)
    }

    private func texts(_ client: WireClient, _ object: UInt32, _ opcode: UInt16) -> [String] {
        client.events(of: object, opcode).map { $0.string(at: 0) }
    }
}
