import Glibc
import Logging
import Testing

@testable import Wayland

/// What clients are told of the buffers that suit.
@Suite struct DMABufFeedbackTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let global: LinuxDMABuf

    init() throws {
        server = try TestServer()
        global = try LinuxDMABuf(server.display, device: 0xe280, driver: MemoryFiles(), logger: Logger(label: "test"))
        client = SurfaceClient(server)
    }

    @Test(arguments: [false, true])
    func feedbackNamesTheDeviceAndAllFormats(ofSurface: Bool) {
        let factory = client.wire.bind("zwp_linux_dmabuf_v1")
        let feedback =
            ofSurface
            ? client.wire.create(factory, 3, [.uint(client.makeSurface())]) : client.wire.create(factory, 2)
        client.wire.roundTrip()
        let events = client.wire.events.filter { $0.object == feedback }
        // Table, main device, the tranche's device, flags and formats, and the ends of the tranche and of it all.
        #expect(events.map(\.opcode) == [1, 2, 4, 6, 5, 3, 0])
        #expect(client.wire.events(of: feedback, 1).first?.words == [64])
        #expect(client.wire.events(of: feedback, 2).first?.words == [8, 0xe280, 0])
        #expect(client.wire.events(of: feedback, 4).first?.words == [8, 0xe280, 0])
        #expect(client.wire.events(of: feedback, 5).first?.words == [8, 0x0001_0000, 0x0003_0002])
        #expect(client.wire.events(of: feedback, 6).first?.words == [0])
    }

    @Test func theTableHoldsCodesAndModifiers() {
        let words = DMABufFormats().table.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
        #expect(words.count == 16)
        #expect(Array(words[0..<4]) == [0x3432_5258, 0, 0, 0])
        #expect(Array(words[12..<16]) == [0x3432_4241, 0, 0, 0])
    }

    @Test func feedbackOutlivesItsSurface() {
        let factory = client.wire.bind("zwp_linux_dmabuf_v1")
        let surface = client.makeSurface()
        let feedback = client.wire.create(factory, 3, [.uint(surface)])
        client.wire.send(surface, 0)
        client.wire.send(feedback, 0)
        client.wire.send(factory, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }

    @Test func versionThreeIsToldModifiersAndOlderOnesNothing() {
        let third = client.wire.bind("zwp_linux_dmabuf_v1", version: 3)
        let second = client.wire.bind("zwp_linux_dmabuf_v1", version: 2)
        let fourth = client.wire.bind("zwp_linux_dmabuf_v1", version: 4)
        client.wire.roundTrip()
        #expect(client.wire.events(of: third, 1).map(\.words).first == [0x3432_5258, 0, 0])
        #expect(client.wire.events(of: third, 1).count == 4)
        #expect(
            !client.wire.events.contains {
                [second, fourth].contains($0.object) || $0.opcode == 0 && $0.object == third
            })
    }
}
