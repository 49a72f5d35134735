import Glibc
import Mirroring
import Runtime
import TestSupport
import Testing

@testable import Control

/// Descriptors that come with requests.
@Suite struct AttachedFilesTests {
    private static let screenshot = Array("{\"command\":\"screenshot\",\"screen\":\"panel\"}\n".utf8)
    private static let reload = Array("{\"command\":\"config.reload\"}\n".utf8)

    /// A pipe that is readable to its end as soon as every copy of its writing end is closed.
    private final class Witness {
        let reading: OwnedDescriptor
        var writing: OwnedDescriptor?

        init() throws {
            var ends: [CInt] = [-1, -1]
            try #require(pipe(&ends) == 0)
            reading = OwnedDescriptor(owning: ends[0])
            writing = OwnedDescriptor(owning: ends[1])
        }

        /// Whether nobody but the test has a copy any more.
        var isClosedElsewhere: Bool { isClosedElsewhere(within: 0) }

        /// Whether all close theirs. Any process that another test has just started keeps a copy for a moment.
        var becomesClosedElsewhere: Bool { isClosedElsewhere(within: 10_000) }

        private func isClosedElsewhere(within milliseconds: CInt) -> Bool {
            writing = nil
            var state = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, milliseconds) == 1 && state.revents & Int16(POLLHUP) != 0
        }
    }

    @Test func aDescriptorBelongsToTheRequestItCameWith() throws {
        let fixture = try ControlFixture()
        fixture.handler.log.keepsFiles = true
        let client = try fixture.connect()
        let witness = try Witness()
        client.send(Self.reload, [])
        client.send(Self.screenshot, [try #require(witness.writing)])
        client.send(Self.reload, [])
        fixture.settle()
        #expect(client.receive().count == 3)
        #expect(fixture.handler.log.fileCounts == [0, 1, 0])
        let file = try fixture.handler.log.files[1].file(0)
        #expect(write(file.number, "x", 1) == 1)
        #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
        #expect(throws: ControlRequestError.self) { try fixture.handler.log.files[1].file(1) }
        #expect(throws: ControlRequestError.self) { try fixture.handler.log.files[0].file(0) }
        #expect(throws: ControlRequestError.self) { try fixture.handler.log.files[0].file(-1) }
        #expect(!witness.isClosedElsewhere)
        fixture.handler.log.files = []
        withExtendedLifetime(file) {}
    }

    @Test func whatNobodyAskedForIsClosedWithItsRequest() throws {
        let fixture = try ControlFixture()
        let client = try fixture.connect()
        let witnesses = try (0..<3).map { _ in try Witness() }
        // With a request that wants none, with a line that is no request, and before its line's end.
        client.send(Self.reload, [try #require(witnesses[0].writing)])
        client.send(Array("nonsense\n".utf8), [try #require(witnesses[1].writing)])
        client.send(Array("{\"command\":".utf8), [try #require(witnesses[2].writing)])
        fixture.settle()
        #expect(witnesses[0].becomesClosedElsewhere && witnesses[1].becomesClosedElsewhere)
        #expect(!witnesses[2].isClosedElsewhere)
        client.disconnect()
        fixture.settle()
        #expect(witnesses[2].becomesClosedElsewhere)
        #expect(fixture.server?.connectionCount == 0)
    }

    @Test func tooManyDescriptorsCostTheConnection() throws {
        for pieces in [1, 5] {
            let fixture = try ControlFixture()
            let client = try fixture.connect()
            let witness = try Witness()
            for _ in 0..<pieces {
                client.send(
                    [UInt8(ascii: "{")], Array(repeating: try #require(witness.writing), count: 5 / pieces))
            }
            fixture.settle()
            #expect(
                client.receive() == [
                    #"{"error":"bad request: too many descriptors: attach 4 at most","ok":false}"#
                ])
            #expect(fixture.hasEnded(client))
            witness.writing = nil
            #expect(witness.becomesClosedElsewhere)
        }
    }

    @Test func aDescriptorOfALaterMessageIsNotTakenByAnEarlierLine() throws {
        var arrived = ArrivedDescriptors()
        let files = try (0..<3).map { _ in try OwnedDescriptor(memoryFile: "test") }
        arrived.add([files[0]], at: 10)
        arrived.add([files[1], files[2]], at: 25)
        #expect(arrived.take(upTo: 9).isEmpty)
        #expect(arrived.take(upTo: 20).map(\.number) == [files[0].number])
        #expect(arrived.count == 2)
        #expect(arrived.take(upTo: 25).map(\.number) == files[1...].map(\.number))
    }

    @Test(arguments: Effort.seeds(sample: 6, torture: 300))
    func pipelinedDescriptorsStayWithTheirLines(_ seed: UInt64) throws {
        var generator = SplitMix64(seed: seed + 11)
        let fixture = try ControlFixture()
        let client = try fixture.connect()
        var counts: [Int] = []
        var replies = 0
        let file = try OwnedDescriptor(memoryFile: "test")
        for _ in 0..<300 {
            let count = Int.random(in: 0...4, using: &generator)
            counts.append(count)
            let line = Bool.random(using: &generator) ? Self.reload : Self.screenshot
            // A line in two messages, the descriptors with either.
            let cut = Int.random(in: 1..<line.count, using: &generator)
            let isFirst = Bool.random(using: &generator)
            let files = Array(repeating: file, count: count)
            client.send(Array(line[..<cut]), isFirst ? files : [])
            client.send(Array(line[cut...]), isFirst ? [] : files)
            if Int.random(in: 0..<8, using: &generator) == 0 {
                fixture.settle()
                replies += client.receive().count
            }
        }
        fixture.settle(turns: 1000)
        replies += client.receive().count
        #expect(replies == counts.count)
        #expect(fixture.handler.log.fileCounts == counts)
    }
}
