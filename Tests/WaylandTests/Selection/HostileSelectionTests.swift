import Glibc
import Testing
import WaylandBinding

@testable import Wayland

@Suite(.serialized) struct HostileSelectionTests {
    private let server: TestServer
    private let writer: DataClient
    private let reader: DataClient

    init() throws {
        server = try TestServer(layout: .filling)
        writer = DataClient(server)
        reader = DataClient(server)
        _ = writer.shell.window()
    }

    /// Descriptors of this process that are pipes, or what is left of one.
    private func pipes(_ inode: UInt64) -> Int {
        // Others take many descriptors at the same time.
        (0..<65536).count { descriptor in
            var status = stat()
            return fstat(CInt(descriptor), &status) == 0 && UInt64(status.st_ino) == inode
                && status.st_mode & S_IFMT == S_IFIFO
        }
    }

    private func inode(_ descriptor: CInt) -> UInt64 {
        var status = stat()
        fstat(descriptor, &status)
        return UInt64(status.st_ino)
    }

    /// Asks for the data `count` times with the same pipe, which nobody ever reads.
    private func ask(_ offer: UInt32, _ count: Int) throws -> (read: CInt, inode: UInt64) {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let number = inode(ends[0])
        for _ in 0..<count {
            reader.wire.send(offer, 1, [.string("a/a"), .descriptor(ends[1])])
            reader.wire.roundTrip()
        }
        close(ends[1])
        return (ends[0], number)
    }

    @Test func pipesThatNobodyReadsAreHandedOnAndClosed() throws {
        let source = writer.makeSource("a/a")
        writer.select(source, serial: server.display.serial)
        _ = reader.shell.window()
        let offer = try #require(reader.selection)
        let (end, number) = try ask(offer, 20)
        defer { close(end) }
        writer.wire.roundTrip()
        #expect(writer.wire.events(of: source, 1).count == 20)
        server.pump()
        #expect(pipes(number) == 1, "the test's own end only")
    }

    @Test func pipesForADeadSourceAreClosed() throws {
        let source = writer.makeSource("a/a")
        writer.select(source, serial: server.display.serial)
        _ = reader.shell.window()
        let offer = try #require(reader.selection)
        writer.wire.send(source, 1)
        writer.wire.roundTrip()
        let (end, number) = try ask(offer, 20)
        defer { close(end) }
        #expect(pipes(number) == 1)
        var byte: UInt8 = 0
        #expect(read(end, &byte, 1) == 0, "the reader sees the end of the data")
        #expect(reader.wire.error == nil)
    }

    @Test func aWriterThatNeverReadsKeepsNothingOpenOnceItIsGone() throws {
        writer.select(writer.makeSource("a/a"), serial: server.display.serial)
        _ = reader.shell.window()
        let offer = try #require(reader.selection)
        let (end, number) = try ask(offer, 200)
        defer { close(end) }
        writer.wire.hangUp()
        server.pump()
        #expect(reader.selection == nil)
        #expect(reader.wire.error == nil && !reader.wire.isClosed)
        // What is in the socket's queue is no descriptor of ours.
        #expect(pipes(number) == 1)
    }

    @Test func aThousandTypesArriveInOrder() throws {
        let types = (0..<1000).map { "application/x-hostile-\($0)" }
        let source = writer.makeSource()
        for (index, type) in types.enumerated() {
            writer.wire.send(source, 0, [.string(type)])
            if index % 50 == 0 { writer.wire.roundTrip() }
        }
        writer.select(source, serial: server.display.serial)
        _ = reader.shell.window()
        let offer = try #require(reader.selection)
        #expect(reader.types(of: offer) == types)
    }

    @Test func floodsOfLongTypesDoNotEndTheReader() throws {
        let source = writer.makeSource()
        for index in 0..<500 {
            writer.wire.send(source, 0, [.string(String(repeating: "x", count: 4000) + "\(index)")])
            writer.wire.roundTrip()
        }
        writer.select(source, serial: server.display.serial)
        _ = reader.shell.window()
        #expect(reader.selection != nil)
        #expect(!reader.wire.isClosed)
    }

    @Test func whatIsNoTextDoesNotGrowBeyondAMessage() throws {
        let source = writer.makeSource()
        writer.wire.send(source, 0, [.bytes([UInt8](repeating: 0xff, count: 4000))])
        writer.select(source, serial: server.display.serial)
        _ = reader.shell.window()
        let offer = try #require(reader.selection)
        #expect(reader.types(of: offer) == [String(repeating: "?", count: 4000)])
        #expect(!reader.wire.isClosed)
    }

    @Test func aDragSourceIsNoSelectionLater() {
        let source = writer.makeSource("a/a")
        server.point(5, 5)
        server.button(pressed: true)
        writer.drag(source, from: 0)
        writer.select(source, serial: server.display.serial)
        #expect(writer.selection == nil)
    }

    @Test func serialsFromTheFutureLockNobodyOut() {
        let (first, second) = (writer.makeSource("a/a"), writer.makeSource("b/b"))
        writer.select(first, serial: server.display.serial &+ 0x7fff_0000)
        writer.select(second, serial: server.display.serial)
        #expect(writer.opcodes(first) == [2])
        #expect(writer.selection.map(writer.types) == ["b/b"])
    }
}
