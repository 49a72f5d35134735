import Glibc
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct SelectionTests {
    private let server: TestServer
    private let writer: DataClient
    private let reader: DataClient

    init() throws {
        server = try TestServer(layout: .filling)
        writer = DataClient(server)
        reader = DataClient(server)
    }

    @Test func theSelectionFollowsTheKeyboard() throws {
        _ = writer.shell.window()
        let source = writer.makeSource("text/plain", "text/html")
        writer.select(source, serial: server.display.serial)
        let own = try #require(writer.selection)
        #expect(writer.types(of: own) == ["text/plain", "text/html"])
        #expect(reader.selection == nil)
        let window = reader.shell.window()
        let offer = try #require(reader.selection)
        #expect(reader.types(of: offer) == ["text/plain", "text/html"])
        // Told before the keyboard enters.
        let order = reader.wire.events.filter { $0.object == reader.device || $0.object == reader.shell.keyboard }
        let told = order.lastIndex { $0.object == reader.device }
        let entered = order.lastIndex { $0.object == reader.shell.keyboard && $0.opcode == 1 }
        #expect(told.flatMap { a in entered.map { a < $0 } } == true)
        // A second window of the same client is no news.
        let count = reader.wire.events(of: reader.device, 5).count
        _ = reader.shell.window()
        reader.wire.roundTrip()
        #expect(reader.wire.events(of: reader.device, 5).count == count)
        _ = window
    }

    @Test func dataGoesThroughTheDescriptor() throws {
        _ = writer.shell.window()
        let source = writer.makeSource("a/plain")
        writer.select(source, serial: server.display.serial)
        _ = reader.shell.window()
        let offer = try #require(reader.selection)
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        defer { ends.forEach { close($0) } }
        reader.wire.send(offer, 1, [.string("a/plain"), .descriptor(ends[1])])
        reader.wire.roundTrip()
        writer.wire.roundTrip()
        #expect(writer.wire.events(of: source, 1).map { $0.string(at: 0) } == ["a/plain"])
    }

    @Test func aNewSelectionCancelsTheOld() {
        _ = writer.shell.window()
        let first = writer.makeSource("a/a")
        let second = writer.makeSource("b/b")
        writer.select(first, serial: server.display.serial)
        writer.select(second, serial: server.display.serial)
        #expect(writer.opcodes(first) == [2])
        #expect(writer.selection.map(writer.types) == ["b/b"])
        writer.select(0, serial: server.display.serial)
        #expect(writer.opcodes(second) == [2])
        #expect(writer.selection == nil)
    }

    @Test func olderSerialsComeTooLate() {
        _ = writer.shell.window()
        let serial = server.display.nextSerial()
        let first = writer.makeSource("a/a")
        let second = writer.makeSource("b/b")
        writer.select(first, serial: serial)
        writer.select(second, serial: serial &- 1)
        #expect(writer.selection.map(writer.types) == ["a/a"])
        #expect(writer.opcodes(first).isEmpty)
    }

    @Test func aVanishedSourceIsNoSelection() throws {
        _ = writer.shell.window()
        writer.select(writer.makeSource("a/a"), serial: server.display.serial)
        _ = reader.shell.window()
        let offer = try #require(reader.selection)
        writer.wire.hangUp()
        server.pump()
        #expect(reader.selection == nil)
        reader.wire.send(offer, 1, [.string("a/a"), .descriptor(0)])
        reader.wire.send(offer, 2)
        reader.wire.roundTrip()
        #expect(reader.wire.error == nil)
    }

    @Test func sourcesForDraggingAreRefused() {
        let source = writer.makeSource("a/a", actions: 1)
        writer.select(source, serial: 1)
        #expect(writer.wire.error?.object == source)
        #expect(writer.wire.error?.code == WlDataSource.ErrorCode.invalidSource.rawValue)
    }

    @Test func selectionsAreNotFinished() throws {
        _ = writer.shell.window()
        writer.select(writer.makeSource("a/a"), serial: server.display.serial)
        let offer = try #require(writer.selection)
        writer.wire.send(offer, 3)
        writer.wire.roundTrip()
        #expect(writer.wire.error?.object == offer)
        #expect(writer.wire.error?.code == WlDataOffer.ErrorCode.invalidFinish.rawValue)
    }

    @Test func selectionsHaveNoActions() throws {
        _ = writer.shell.window()
        writer.select(writer.makeSource("a/a"), serial: server.display.serial)
        let offer = try #require(writer.selection)
        writer.wire.send(offer, 4, [.uint(1), .uint(1)])
        writer.wire.roundTrip()
        #expect(writer.wire.error?.code == WlDataOffer.ErrorCode.invalidOffer.rawValue)
    }
}
