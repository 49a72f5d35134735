import Glibc
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct PrimarySelectionTests {
    private let server: TestServer

    init() throws {
        server = try TestServer(layout: .filling)
    }

    /// Both clients speak the same protocol or each another.
    static let pairs = PrimaryClient.Family.allCases.flatMap { a in PrimaryClient.Family.allCases.map { (a, $0) } }

    @Test(arguments: pairs)
    func whatIsMarkedFollowsTheKeyboard(_ families: (PrimaryClient.Family, PrimaryClient.Family)) throws {
        let writer = PrimaryClient(server, families.0)
        let reader = PrimaryClient(server, families.1)
        _ = writer.shell.window()
        let source = writer.makeSource("text/plain", "text/html")
        writer.select(source, serial: server.display.serial)
        #expect(writer.selection.map(writer.types) == ["text/plain", "text/html"])
        #expect(reader.selection == nil)
        _ = reader.shell.window()
        let offer = try #require(reader.selection)
        #expect(reader.types(of: offer) == ["text/plain", "text/html"])
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        defer { ends.forEach { close($0) } }
        reader.wire.send(offer, 0, [.string("text/plain"), .descriptor(ends[1])])
        reader.wire.roundTrip()
        #expect(writer.sent(source) == ["text/plain"])
    }

    @Test func theClipboardIsAnother() {
        let client = PrimaryClient(server)
        let copying = DataClient(server)
        _ = copying.shell.window()
        copying.select(copying.makeSource("a/copied"), serial: server.display.serial)
        _ = client.shell.window()
        #expect(client.selection == nil)
        client.select(client.makeSource("a/marked"), serial: server.display.serial)
        _ = copying.shell.window()
        #expect(copying.selection.map(copying.types) == ["a/copied"])
    }

    @Test(arguments: PrimaryClient.Family.allCases)
    func anotherOneCancelsTheFirst(_ family: PrimaryClient.Family) {
        let client = PrimaryClient(server, family)
        _ = client.shell.window()
        let (first, second) = (client.makeSource("a/a"), client.makeSource("b/b"))
        client.select(first, serial: server.display.serial)
        client.select(second, serial: server.display.serial)
        #expect(client.isCancelled(first) && !client.isCancelled(second))
        client.select(0, serial: server.display.serial)
        #expect(client.isCancelled(second))
        #expect(client.selection == nil)
    }

    @Test func staleAndFutureSerialsChangeNothing() {
        let client = PrimaryClient(server)
        _ = client.shell.window()
        let sources = (0..<3).map { client.makeSource("a/\($0)") }
        let serial = server.display.nextSerial()
        client.select(sources[0], serial: serial)
        client.select(sources[1], serial: serial &- 1)
        client.select(sources[2], serial: serial &+ 0x4000_0000)
        #expect(client.selection.map(client.types) == ["a/0"])
        #expect(sources.map(client.isCancelled) == [false, true, true])
        let last = client.makeSource("a/last")
        client.select(last, serial: server.display.serial)
        #expect(client.selection.map(client.types) == ["a/last"])
    }

    @Test func aSourceIsUsedOnce() {
        let client = PrimaryClient(server)
        _ = client.shell.window()
        let (first, second) = (client.makeSource("a/a"), client.makeSource("b/b"))
        client.select(first, serial: server.display.serial)
        client.select(second, serial: server.display.serial)
        client.select(first, serial: server.display.serial)
        #expect(client.selection.map(client.types) == ["b/b"])
        #expect(client.wire.error == nil)
    }

    @Test(arguments: PrimaryClient.Family.allCases)
    func offersOutliveTheirSource(_ family: PrimaryClient.Family) throws {
        let (writer, reader) = (PrimaryClient(server, family), PrimaryClient(server))
        _ = writer.shell.window()
        writer.select(writer.makeSource("a/a"), serial: server.display.serial)
        _ = reader.shell.window()
        let offer = try #require(reader.selection)
        writer.wire.hangUp()
        server.pump()
        #expect(reader.selection == nil)
        reader.wire.send(offer, 0, [.string("a/a"), .descriptor(0)])
        reader.wire.send(offer, 1)
        reader.wire.roundTrip()
        #expect(reader.wire.error == nil)
    }

    @Test func aDestroyedSourceIsNoSelection() {
        let client = PrimaryClient(server)
        _ = client.shell.window()
        let source = client.makeSource("a/a")
        client.select(source, serial: server.display.serial)
        client.wire.send(source, 1)
        #expect(client.selection == nil)
        #expect(client.wire.error == nil)
    }
}
