import Runtime
import Testing
import WaylandBinding

@testable import Wayland

/// Many clients that send much, beside clients that send little.
@Suite struct ClientTurnsTests {
    private let server: TestServer

    init() throws {
        server = try TestServer()
    }

    /// Sends more than is read at once, and returns the callback that is answered last.
    private func flood(_ client: SurfaceClient, on surface: UInt32, commits: Int = 4000) -> UInt32 {
        client.wire.send(surface, 6, times: commits)
        return sync(client)
    }

    private func sync(_ client: SurfaceClient) -> UInt32 { client.wire.create(1, 0) }

    private func turn() {
        server.display.loop.turn(timeoutMilliseconds: 0)
    }

    private func isAnswered(_ callback: UInt32, _ client: SurfaceClient) -> Bool {
        client.wire.receive()
        return !client.wire.events(of: callback, 0).isEmpty
    }

    @Test func whoSendsLittleIsReadBeforeThoseWhoSendMuch() {
        let quiet = SurfaceClient(server)
        let greedy = (0..<40).map { _ in SurfaceClient(server) }
        let surfaces = greedy.map { $0.makeSurface() }
        let begun = greedy.map { sync($0) }
        let ends = zip(greedy, surfaces).map { flood($0, on: $1) }
        while !zip(begun, greedy).allSatisfy({ isAnswered($0, $1) }) { turn() }
        let question = sync(quiet)
        turn()
        #expect(isAnswered(question, quiet))
        #expect(!zip(ends, greedy).allSatisfy { isAnswered($0, $1) })
    }

    @Test func everybodyIsAnsweredInTheEnd() {
        // More than are found at once.
        let clients = (0..<100).map { _ in SurfaceClient(server) }
        let surfaces = clients.map { $0.makeSurface() }
        let ends = zip(clients, surfaces).map { flood($0, on: $1, commits: 600) }
        for (end, client) in zip(ends, clients) { #expect(server.pump { isAnswered(end, client) }) }
    }

    @Test func clientsMayEndWhileTheyWait() {
        let clients = (0..<20).map { _ in SurfaceClient(server) }
        let surfaces = clients.map { $0.makeSurface() }
        let ends = zip(clients, surfaces).map { flood($0, on: $1) }
        turn()
        for client in clients.prefix(10) { client.wire.hangUp() }
        for (end, client) in zip(ends, clients).dropFirst(10) { #expect(server.pump { isAnswered(end, client) }) }
    }

    @Test func objectsWithoutEndCostTheConnection() {
        let hoarder = SurfaceClient(server)
        let bystander = SurfaceClient(server)
        for index in 0..<Client.mostObjects * 5 / 4 where !hoarder.wire.isClosed {
            _ = hoarder.wire.create(hoarder.compositor, 1)
            if index % 200 == 0 { hoarder.wire.roundTrip() }
        }
        hoarder.wire.roundTrip()
        // wl_display.error.no_memory
        #expect(hoarder.wire.error?.object == 1 && hoarder.wire.error?.code == 2)
        bystander.wire.roundTrip()
        #expect(bystander.wire.error == nil)
    }

    @Test func objectsThatComeAndGoAreNoneTooMany() {
        let client = SurfaceClient(server)
        for index in 0..<Client.mostObjects * 5 / 4 {
            client.wire.send(client.wire.create(client.compositor, 1), 0)
            if index % 100 == 0 { client.wire.roundTrip() }
        }
        client.wire.roundTrip()
        #expect(client.wire.error == nil && !client.wire.isClosed)
    }
}
