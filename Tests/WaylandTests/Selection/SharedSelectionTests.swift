import Glibc
import Testing
import WaylandBinding

@testable import Wayland

/// Two applications on displays of their own that share what is copied.
@Suite struct SharedSelectionTests {
    private let servers: [TestServer]
    private let clients: [DataClient]

    init() throws {
        servers = try (0..<2).map { _ in try TestServer(layout: .filling) }
        clients = servers.map { DataClient($0) }
        for client in clients { _ = client.shell.window() }
        servers[0].content.shareSelections(with: servers[1].content)
    }

    private func copy(_ types: String..., by side: Int) -> UInt32 {
        let source = clients[side].makeSource(types)
        clients[side].select(source, serial: servers[side].display.serial)
        return source
    }

    private func offered(to side: Int) -> [String]? { clients[side].selection.map(clients[side].types) }

    @Test(arguments: [0, 1]) func whatIsCopiedHereIsPastedThere(side: Int) throws {
        let source = copy("a/a", "b/b", by: side)
        let reader = clients[1 - side]
        let offer = try #require(reader.selection)
        #expect(reader.types(of: offer) == ["a/a", "b/b"])
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        reader.wire.send(offer, 1, [.string("b/b"), .descriptor(ends[1])])
        reader.wire.roundTrip()
        clients[side].wire.roundTrip()
        #expect(clients[side].wire.events(of: source, 1).map { $0.string(at: 0) } == ["b/b"])
    }

    @Test func theNewestCopyIsBothsAndCancelsTheOld() {
        let first = copy("a/a", by: 0)
        let second = copy("b/b", by: 1)
        #expect(offered(to: 0) == ["b/b"])
        #expect(offered(to: 1) == ["b/b"])
        #expect(clients[0].opcodes(first) == [2])
        #expect(clients[1].opcodes(second).isEmpty)
        let third = copy("c/c", by: 1)
        #expect(offered(to: 0) == ["c/c"])
        #expect(clients[1].opcodes(second) == [2])
        #expect(clients[1].opcodes(third).isEmpty)
    }

    @Test func whatIsClearedIsClearedForBoth() {
        let source = copy("a/a", by: 0)
        clients[1].select(0, serial: servers[1].display.serial)
        #expect(offered(to: 0) == nil)
        #expect(offered(to: 1) == nil)
        #expect(clients[0].opcodes(source) == [2])
    }

    @Test func aSourceThatVanishesIsGoneForBoth() {
        _ = copy("a/a", by: 0)
        clients[0].wire.hangUp()
        servers[0].pump()
        #expect(offered(to: 1) == nil)
        #expect(clients[1].wire.error == nil)
        _ = copy("b/b", by: 1)
        #expect(offered(to: 1) == ["b/b"])
    }

    @Test func whatWasCopiedBeforeSharingIsShared() throws {
        let late = try TestServer(layout: .filling)
        let client = DataClient(late)
        _ = client.shell.window()
        _ = copy("a/a", by: 0)
        late.content.shareSelections(with: servers[0].content)
        #expect(client.selection.map(client.types) == ["a/a"])
    }

    @Test func sandboxedClientsAreLeftOut() {
        let boxed = DataClient(servers[1], privilege: .sandboxed(SandboxIdentity()))
        _ = boxed.shell.window()
        let source = copy("a/a", by: 0)
        #expect(boxed.selection == nil, "what is borrowed is not offered to it")
        let own = boxed.makeSource("b/b")
        boxed.select(own, serial: servers[1].display.serial)
        #expect(boxed.selection.map(boxed.types) == ["b/b"])
        #expect(offered(to: 0) == ["a/a"], "what it copies stays on its side")
        #expect(clients[0].opcodes(source).isEmpty)
        boxed.select(0, serial: servers[1].display.serial)
        #expect(offered(to: 0) == ["a/a"])
    }

    @Test func markedTextIsSharedToo() throws {
        let seats = servers.compactMap { $0.content.attachments[Seat.self] }
        try #require(seats.count == 2)
        #expect(seats[0].primary !== seats[1].primary)
        let manager = clients[0].wire.bind("zwp_primary_selection_device_manager_v1")
        let device = clients[0].wire.create(manager, 1, [.uint(clients[0].shell.seat)])
        let source = clients[0].wire.create(manager, 0)
        clients[0].wire.send(source, 0, [.string("a/a")])
        clients[0].wire.send(device, 0, [.uint(source), .uint(servers[0].display.serial)])
        clients[0].wire.roundTrip()
        #expect(seats[1].primary.source?.types.all == ["a/a"])
    }
}
