import Glibc
import Testing
import WaylandBinding

@testable import Runtime
@testable import Wayland

/// What is copied outlasts the application that copied it.
@Suite(.serialized) struct ClipboardKeeperTests {
    private let clock = ManualClock()
    private let server: TestServer
    private let reader: DataClient

    init() throws {
        server = try TestServer(layout: .filling, clock: clock)
        reader = DataClient(server)
    }

    /// A client that copies data of these types and answers whoever asks for it.
    private final class Copier {
        let client: DataClient
        let source: UInt32
        private let server: TestServer
        private let data: [String: [UInt8]]
        private(set) var asked: [String] = []

        init(
            _ server: TestServer, _ types: [String], _ data: [String: [UInt8]] = [:],
            privilege: ClientPrivilege = .application
        ) {
            self.server = server
            self.data = data
            client = DataClient(server, privilege: privilege)
            client.wire.keepDescriptors()
            _ = client.shell.window()
            source = client.makeSource(types)
            client.select(source, serial: server.display.serial)
            answer()
        }

        /// Writes what was asked for, until nothing more is.
        func answer() {
            var seen = -1
            while seen != asked.count {
                seen = asked.count
                client.wire.roundTrip()
                let types = client.wire.events(of: source, 1).map { $0.string(at: 0) }.dropFirst(asked.count)
                for (type, end) in zip(types, client.wire.takeDescriptors()) {
                    asked.append(type)
                    write(data[type] ?? Array(type.utf8), to: end)
                    close(end)
                }
                server.pump()
            }
        }

        /// Writes as the server reads.
        private func write(_ bytes: [UInt8], to end: CInt) {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            var position = 0
            while position < bytes.count {
                let count = bytes.withUnsafeBytes { Glibc.write(end, $0.baseAddress! + position, $0.count - position) }
                if count < 0, errno != EAGAIN { return }
                position += max(0, count)
                server.pump()
            }
        }

        func end() {
            client.wire.hangUp()
            server.pump()
        }
    }

    /// The data of a type that the reader's window pastes.
    private func paste(_ type: String) throws -> [UInt8] {
        let offer = try #require(reader.selection)
        let pipe = try OwnedDescriptor.pipe()
        reader.wire.send(offer, 1, [.string(type), .descriptor(pipe.writing.number)])
        reader.wire.roundTrip()
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var count = 1
        while count > 0 {
            count = read(pipe.reading.number, &chunk, chunk.count)
            bytes += chunk.prefix(max(0, count))
            server.pump()
        }
        return bytes
    }

    private var offered: [String]? { reader.selection.map(reader.types) }

    @Test func textAndPicturesOutlastTheirApplication() throws {
        let png = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let copier = Copier(server, ["image/png", "application/x-own", "text/plain"], ["image/png": png])
        #expect(copier.asked == ["text/plain", "image/png"], "text first")
        _ = reader.shell.window()
        #expect(offered == ["image/png", "application/x-own", "text/plain"])
        copier.end()
        #expect(offered == ["text/plain", "image/png"])
        #expect(try paste("text/plain") == Array("text/plain".utf8))
        #expect(try paste("image/png") == png)
        #expect(try paste("text/plain").count == 10, "as often as it is wanted")
        #expect(try paste("application/x-own").isEmpty)
        #expect(!hasTimer, "nothing is left to be done")
    }

    private var hasTimer: Bool { server.display.loop.timers.first != nil }

    @Test func anotherSelectionDropsWhatIsKept() {
        let copier = Copier(server, ["text/plain"])
        copier.end()
        let next = Copier(server, ["a/a"])
        _ = reader.shell.window()
        #expect(offered == ["a/a"])
        next.end()
        #expect(offered == nil)
    }

    @Test func aClearedClipboardStaysEmpty() {
        let copier = Copier(server, ["text/plain"])
        copier.client.select(0, serial: server.display.serial)
        copier.end()
        _ = reader.shell.window()
        #expect(offered == nil)
    }

    @Test func whatIsOfferedOnCanBeCleared() {
        Copier(server, ["text/plain"]).end()
        _ = reader.shell.window()
        #expect(offered == ["text/plain"])
        reader.select(0, serial: server.display.serial)
        #expect(offered == nil)
    }

    /// As Qt does.
    @Test func anApplicationThatTakesItsSourceAwayFirstHasEndedAllTheSame() {
        let copier = Copier(server, ["text/plain"])
        _ = reader.shell.window()
        copier.client.wire.send(copier.source, 1)
        copier.client.wire.roundTrip()
        #expect(offered == nil)
        copier.end()
        #expect(offered == ["text/plain"])
    }

    @Test func anApplicationThatTakesItsSourceAwayAndStaysHasClearedTheClipboard() {
        let copier = Copier(server, ["text/plain"])
        _ = reader.shell.window()
        copier.client.wire.send(copier.source, 1)
        copier.client.wire.roundTrip()
        clock.microseconds += 2_000_000
        server.pump()
        copier.end()
        #expect(offered == nil)
    }

    @Test func secretsAreNotRead() {
        let copier = Copier(server, ["text/plain", "x-kde-passwordManagerHint"])
        #expect(copier.asked.isEmpty)
        copier.end()
        _ = reader.shell.window()
        #expect(offered == nil)
    }

    @Test func nothingIsReadWhileTheSessionIsLocked() {
        server.clipboard?.isLocked = true
        let copier = Copier(server, ["text/plain"])
        #expect(copier.asked.isEmpty)
        server.clipboard?.isLocked = false
        copier.end()
        _ = reader.shell.window()
        #expect(offered == nil)
    }

    @Test func theOtherApplicationsIsNotReadEither() throws {
        let panel = try TestServer(layout: .filling, besides: server)
        let (locker, _) = server.connect(privilege: .tool)
        let lock = locker.create(locker.bind("ext_session_lock_manager_v1"), 1)
        locker.roundTrip()
        #expect(Copier(panel, ["text/plain"]).asked.isEmpty)
        server.present()
        locker.send(lock, 2)
        locker.roundTrip()
        #expect(Copier(panel, ["text/plain"]).asked == ["text/plain"])
    }

    @Test func whatIsMarkedEndsWithItsApplication() throws {
        let primary = PrimaryClient(server)
        primary.select(primary.makeSource("text/plain"), serial: server.display.serial)
        #expect(server.primary?.source != nil)
        primary.wire.hangUp()
        server.pump()
        #expect(server.primary?.source == nil)
    }

    @Test func whatIsTooLargeIsLeftOut() throws {
        signal(SIGPIPE, SIG_IGN)
        let large = [UInt8](repeating: 7, count: 5 << 20)
        let copier = Copier(
            server, ["text/plain", "text/large", "image/png", "image/bmp"], ["text/large": large, "image/png": large])
        #expect(copier.asked == ["text/plain", "text/large", "image/png", "image/bmp"])
        copier.end()
        _ = reader.shell.window()
        #expect(offered == ["text/plain", "text/large", "image/bmp"])
        #expect(try paste("text/large") == large)
    }

    @Test func sixteenTypesAreEnough() {
        let copier = Copier(server, (0..<40).map { "text/x-\($0)" })
        #expect(copier.asked.count == 16)
        copier.end()
        _ = reader.shell.window()
        #expect(offered?.count == 16)
    }

    @Test func aClientThatDoesNotAnswerIsGivenUp() {
        let silent = DataClient(server)
        silent.wire.keepDescriptors()
        _ = silent.shell.window()
        let source = silent.makeSource("text/plain", "text/html")
        silent.select(source, serial: server.display.serial)
        silent.wire.roundTrip()
        let ends = silent.wire.takeDescriptors()
        defer { ends.forEach { close($0) } }
        #expect(ends.count == 1 && hasTimer)
        clock.microseconds += 10_000_000
        server.pump()
        var poll = pollfd(fd: ends[0], events: 0, revents: 0)
        #expect(Glibc.poll(&poll, 1, 0) == 1 && poll.revents & Int16(POLLERR) != 0, "nobody reads any more")
        #expect(!hasTimer && silent.opcodes(source) == [1])
    }

    /// Its last words are still in the pipe.
    @Test func anApplicationMayEndAsSoonAsItHasAnswered() throws {
        let hasty = DataClient(server)
        hasty.wire.keepDescriptors()
        _ = hasty.shell.window()
        hasty.select(hasty.makeSource("text/plain"), serial: server.display.serial)
        hasty.wire.roundTrip()
        let end = try #require(hasty.wire.takeDescriptors().first)
        _ = write(end, "last", 4)
        close(end)
        hasty.wire.hangUp()
        _ = reader.shell.window()
        #expect(try paste("text/plain") == Array("last".utf8))
    }

    @Test func aReaderThatDoesNotReadIsGivenUp() throws {
        let large = [UInt8](repeating: 7, count: 1 << 20)
        Copier(server, ["text/plain"], ["text/plain": large]).end()
        _ = reader.shell.window()
        let offer = try #require(reader.selection)
        let pipe = try OwnedDescriptor.pipe()
        reader.wire.send(offer, 1, [.string("text/plain"), .descriptor(pipe.writing.number)])
        reader.wire.roundTrip()
        #expect(hasTimer)
        clock.microseconds += 30_000_000
        server.pump()
        #expect(!hasTimer)
    }

    @Test func whatASandboxedClientCopiedStaysOnItsSide() throws {
        let other = try TestServer(layout: .filling)
        let neighbour = DataClient(other)
        _ = neighbour.shell.window()
        server.content.shareSelections(with: other.content)
        Copier(server, ["text/plain"], privilege: .sandboxed(SandboxIdentity())).end()
        _ = reader.shell.window()
        #expect(offered == ["text/plain"])
        #expect(neighbour.selection == nil)
    }

    @Test func whatIsKeptIsSharedAsItWasBefore() throws {
        let other = try TestServer(layout: .filling)
        let neighbour = DataClient(other)
        _ = neighbour.shell.window()
        server.content.shareSelections(with: other.content)
        let copier = Copier(server, ["text/plain"])
        #expect(copier.asked == ["text/plain"], "by one of both alone")
        copier.end()
        #expect(neighbour.selection.map(neighbour.types) == ["text/plain"])
        let boxed = DataClient(other, privilege: .sandboxed(SandboxIdentity()))
        _ = boxed.shell.window()
        #expect(boxed.selection == nil)
        neighbour.select(0, serial: other.display.serial)
        _ = reader.shell.window()
        #expect(offered == nil, "both are cleared")
    }
}
