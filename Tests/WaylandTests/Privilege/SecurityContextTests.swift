import Glibc
import Runtime
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

    /// A client of the sandbox, once it is let in.
    private func connect(isLetIn: Bool = true) throws -> WireClient {
        let before = server.display.clientsAccepted
        let descriptor = try #require(UnixSocket.connect(path))
        if isLetIn { #expect(server.pump { server.display.clientsAccepted > before }) }
        return WireClient(descriptor: descriptor) { server.pump() }
    }

    /// Closes the test's own end of what the service was given, and returns whether the service has closed its.
    private func isGivenUp() -> Bool {
        close(closing.0)
        var request = pollfd(fd: closing.1, events: 0, revents: 0)
        return server.pump { poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP) != 0 }
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
        // A process that another test has just started keeps copies of the descriptors until it runs its program.
        #expect(server.pump { UnixSocket.connect(path).map { close($0) } == nil })
    }

    @Test func nobodyIsLetInBeforeTheCommit() throws {
        let context = makeContext()
        engine.roundTrip()
        #expect(try connect(isLetIn: false).globals.isEmpty)
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

    /// Who shares the socket takes the client first, and makes the socket blocking.
    @Test func aStolenClientHoldsUpNobodyElse() throws {
        let listening = UnixSocket.listen(path)
        defer { close(listening) }
        let context = engine.create(manager, 1, [.descriptor(listening), .descriptor(closing.0)])
        var stolen = 0
        let steal: (Readiness) -> Void = { _ in
            _ = fcntl(listening, F_SETFL, O_NONBLOCK)
            let client = accept(listening, nil, nil)
            if client >= 0 { stolen += 1 }
            close(client)
            _ = fcntl(listening, F_SETFL, 0)
        }
        // One of them is told that somebody waits before the context is.
        let first = try server.display.loop.watch(listening, handler: steal)
        engine.send(context, 4)
        engine.roundTrip()
        let last = try server.display.loop.watch(listening, handler: steal)
        let victim = try #require(UnixSocket.connect(path))
        server.pump()
        first.cancel()
        last.cancel()
        #expect(stolen == 1)
        close(victim)
        // A thread may be waiting for a client now. The service does not, and the next client is let in.
        #expect(server.connect().0.globals["wl_compositor"] != nil)
        #expect(try connect().globals["wl_compositor"] != nil)
    }

    @Test(arguments: [SHUT_RD, SHUT_RDWR])
    func aSocketThatIsShutDownEndsTheContext(how: Int) throws {
        let listening = UnixSocket.listen(path)
        _ = fcntl(listening, F_SETFL, O_NONBLOCK)
        engine.send(engine.create(manager, 1, [.descriptor(listening), .descriptor(closing.0)]), 4)
        engine.roundTrip()
        shutdown(listening, CInt(how))
        #expect(isGivenUp())
        let before = server.display.loop.wakeups
        server.display.loop.turn(timeoutMilliseconds: 50)
        #expect(server.display.loop.wakeups - before == 1)
        close(listening)
    }

    /// A listening socket to wait for is left as it was for whoever goes on using it.
    @Test func anEndedContextLeavesTheSocketAlone() throws {
        let listening = UnixSocket.listen(path)
        defer { close(listening) }
        engine.send(engine.create(manager, 1, [.descriptor(listening), .descriptor(closing.0)]), 4)
        engine.roundTrip()
        #expect(try connect().globals["wl_compositor"] != nil)
        close(closing.0)
        close(closing.1)
        server.pump()
        let client = try #require(UnixSocket.connect(path))
        let accepted = accept(listening, nil, nil)
        #expect(accepted >= 0)
        close(accepted)
        close(client)
    }

    @Test func aProcessHasSoManyContextsAtMost() throws {
        let listening = UnixSocket.listen(path)
        defer { close(listening) }
        for _ in 0..<32 {
            engine.send(engine.create(manager, 1, [.descriptor(listening), .descriptor(closing.0)]), 4)
            engine.roundTrip()
        }
        #expect(engine.error == nil)
        // They outlive the connection, and count all the same.
        engine.hangUp()
        let next = server.connect().0
        let tooMany = next.create(
            next.bind("wp_security_context_manager_v1"), 1, [.descriptor(listening), .descriptor(closing.0)])
        next.send(tooMany, 4)
        next.roundTrip()
        #expect(next.error?.code == 3)
        #expect(next.error?.message.contains("32 security contexts at most") == true)
        close(closing.0)
        close(closing.1)
        server.pump()
        let last = server.connect().0
        let pair = WireSocket.pair()
        last.send(
            last.create(
                last.bind("wp_security_context_manager_v1"), 1, [.descriptor(listening), .descriptor(pair.0)]), 4)
        last.roundTrip()
        #expect(last.error == nil)
    }

    @Test func aContextThatNobodyCouldEndIsRefused() throws {
        let file = open("/dev/null", O_RDWR)
        let listening = UnixSocket.listen(path)
        engine.send(engine.create(manager, 1, [.descriptor(listening), .descriptor(file)]), 4)
        engine.roundTrip()
        #expect(engine.error?.code == 3)
        #expect(engine.error?.message.contains("Operation not permitted") == true)
        close(file)
        close(listening)
    }
}
