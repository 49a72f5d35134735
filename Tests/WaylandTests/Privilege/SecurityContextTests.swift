import Glibc
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct SecurityContextTests {
    private let server: TestServer
    private let engine: WireClient
    private let manager: UInt32
    private let directory = TemporaryDirectory()
    private let closing = WireSocket.pair()

    init() throws {
        server = try TestServer(layout: .filling)
        engine = server.connect().0
        manager = engine.bind("wp_security_context_manager_v1")
    }

    private var path: String { directory.path + "/sandbox" }

    private func makeContext() -> UInt32 {
        let listening = UnixSocket.listen(path)
        defer { close(listening) }
        return engine.create(manager, 1, [.descriptor(listening), .descriptor(closing.0)])
    }

    private func connect() throws -> WireClient {
        WireClient(descriptor: try #require(UnixSocket.connect(path))) { server.pump() }
    }

    @Test func sandboxedClientsSeeNoManager() throws {
        let context = makeContext()
        engine.send(context, 1, [.string("org.example.engine")])
        engine.send(context, 2, [.string("org.example.App")])
        engine.send(context, 3, [.string("17")])
        engine.send(context, 4)
        engine.send(context, 0)
        engine.roundTrip()
        #expect(engine.error == nil)
        let client = try connect()
        #expect(client.globals["wl_compositor"] != nil)
        #expect(client.globals["wp_security_context_manager_v1"] == nil)
    }

    @Test func theSocketOutlivesTheSandboxUntilItsEndCloses() throws {
        engine.send(makeContext(), 4)
        engine.roundTrip()
        engine.hangUp()
        #expect(try connect().globals["wl_compositor"] != nil)
        close(closing.0)
        close(closing.1)
        server.pump()
        #expect(UnixSocket.connect(path) == nil)
    }

    @Test func nobodyIsLetInBeforeTheCommit() throws {
        let context = makeContext()
        engine.roundTrip()
        #expect(try connect().globals.isEmpty)
        engine.send(context, 0)
        engine.roundTrip()
        #expect(engine.error == nil)
    }

    @Test func metadataIsSetOnce() {
        let context = makeContext()
        engine.send(context, 2, [.string("a")])
        engine.send(context, 2, [.string("b")])
        engine.roundTrip()
        #expect(engine.error?.code == WpSecurityContextV1.ErrorCode.alreadySet.rawValue)
    }

    @Test func aCommittedContextIsUsed() {
        let context = makeContext()
        engine.send(context, 4)
        engine.send(context, 2, [.string("late")])
        engine.roundTrip()
        #expect(engine.error?.code == WpSecurityContextV1.ErrorCode.alreadyUsed.rawValue)
    }

    @Test func descriptorsThatDoNotListenAreRefused() {
        _ = engine.create(manager, 1, [.descriptor(closing.0), .descriptor(closing.1)])
        engine.roundTrip()
        #expect(engine.error?.code == WpSecurityContextManagerV1.ErrorCode.invalidListenFd.rawValue)
    }
}
